/**
 * Random numbers that a printed seed replays (mulberry32).
 */
export class Random {
  /** @param {number} seed any integer */
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** @returns {number} in [0, 1) */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /**
   * @param {number} bound
   * @returns {number} an integer in [0, bound)
   */
  below(bound) {
    return Math.floor(this.next() * bound);
  }

  /**
   * @template T
   * @param {readonly T[]} choices not empty
   * @returns {T}
   */
  of(choices) {
    return choices[this.below(choices.length)];
  }
}
