/**
 * @typedef {object} PageHead
 * @property {number | null} status
 * @property {string} url after redirects
 * @property {[string, string][] | null} fields
 *
 * @typedef {"policy" | "redirect" | "network"} Refusal `policy`: the page's own `connect-src` or sandbox forbids requests
 *
 * @typedef {{ head: PageHead } | { refused: Refusal } | { piece: Uint8Array | string } | { broken: true }
 *   | { done: true, transferredBytes: number | null }} AgentMessage a piece is text where ports carry no bytes: base64
 */

/**
 * Runs in the page as a script of the extension: fetches the page's own address and answers each message of a port with the
 * next of a head or a refusal, pieces of the body, `done` or `broken`.
 *
 * It is handed to the browser as text, so it may use nothing from outside itself.
 *
 * @param {string} portName
 * @param {"only-if-cached" | "no-store"} cache `only-if-cached` never reaches the network
 * @param {boolean} binary whether ports carry bytes
 */
export function sendPage(portName, cache, binary) {
  /** Time in which a browser reports a violation of the page's policy after it has refused the request. */
  const VIOLATION_MS = 100;
  const { runtime } = /** @type {typeof chrome} */ (globalThis.browser ?? globalThis.chrome);
  const port = runtime.connect({ name: portName });
  const stop = new AbortController();
  const listening = { signal: stop.signal };
  port.onDisconnect.addListener(() => stop.abort());

  /** @param {RequestRedirect} redirect */
  const request = (redirect) =>
    fetch(location.href, { cache, mode: "same-origin", credentials: "include", redirect, signal: stop.signal });

  /** @type {Promise<boolean>} */
  const violation = new Promise((resolve) => {
    const check = (/** @type {SecurityPolicyViolationEvent} */ event) => event.effectiveDirective === "connect-src" && resolve(true);
    document.addEventListener("securitypolicyviolation", check, listening);
  });

  // A page that is left loses its requests first and its port a little later: the port is what tells.
  let leaving = false;
  addEventListener("beforeunload", () => (leaving = true), listening);

  /** @returns {Promise<Refusal>} */
  const whyRefused = async () => {
    if (cache === "only-if-cached") return "network";
    const noViolation = new Promise((resolve) => setTimeout(() => resolve(false), VIOLATION_MS));
    if (self.origin === "null" || (await Promise.race([violation, noViolation]))) return "policy";
    const probe = await request("manual").catch(() => null);
    return probe?.type === "opaqueredirect" ? "redirect" : "network";
  };

  /** @returns {AsyncGenerator<AgentMessage, void>} */
  async function* answers() {
    const response = await request("follow").catch(() => null);
    if (!response) return yield { refused: await whyRefused() };
    const { status, url, headers, body } = response;
    yield { head: { status, url, fields: [...headers] } };
    try {
      const reader = body?.getReader();
      for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
        yield { piece: binary ? read.value : read.value.toBase64() };
      }
      const timing = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(url, "resource")).at(-1);
      yield { done: true, transferredBytes: timing?.encodedBodySize || null };
    } catch {
      if (!leaving) yield { broken: true };
    }
  }

  const answer = answers();
  port.onMessage.addListener(async () => {
    const { value } = await answer.next();
    if (value && !stop.signal.aborted) port.postMessage(value);
  });
}
