import { Failure } from "./failure.js";
import { coreMessages } from "./messages.js";

/** One of the core's WebAssembly modules. Loading starts with it, before there is anything to do. */
export class WasmModule {
  /** @type {Promise<[unknown, string]>} */
  #loaded;
  #onPanic;
  /** @type {string | null} */
  #panic = null;

  /**
   * @param {{ default: (options: { module_or_path: URL }) => Promise<unknown>, onPanic: (listener: (text: string) => void) => void }} glue
   *   its JavaScript
   * @param {string} file in the folder `wasm`
   */
  constructor(glue, file) {
    this.#loaded = Promise.all([glue.default({ module_or_path: new URL(`./wasm/${file}`, import.meta.url) }), coreMessages()]);
    // Whoever asks for something hears of a failure; until somebody does, it is nobody's unhandled rejection.
    this.#loaded.catch(() => {});
    this.#onPanic = glue.onPanic;
  }

  /**
   * @returns {Promise<string>} sentences for the core, once it is loaded
   * @throws {Failure} code "core" when it cannot be
   */
  async ready() {
    try {
      const [, messages] = await this.#loaded;
      this.#onPanic((text) => (this.#panic = text));
      return messages;
    } catch (error) {
      throw Failure.from(error);
    }
  }

  /**
   * @template T
   * @param {() => T} call into the core
   * @returns {T}
   * @throws {Failure} code "core", with the core's own words after a panic
   */
  guard(call) {
    try {
      return call();
    } catch (error) {
      throw this.#panic === null ? Failure.from(error) : new Failure("core", this.#panic);
    }
  }

  /**
   * @template T
   * @param {(messages: string) => T} call into the core, with the sentences for it
   * @returns {Promise<T>} once the core is loaded
   * @throws {Failure} code "core"
   */
  async call(call) {
    const messages = await this.ready();
    return this.guard(() => call(messages));
  }
}
