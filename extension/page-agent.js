/**
 * @typedef {object} PageHead
 * @property {number} status
 * @property {string} url after redirects
 * @property {[string, string][]} fields
 *
 * @typedef {"policy" | "redirect" | "network"} Refusal `policy`: the page's own `connect-src` or sandbox forbids requests
 *
 * @typedef {{ head: PageHead } | { refused: Refusal } | { base64: string } | { done: true, transferredBytes: number | null }
 *   | { broken: true }} AgentMessage
 */

/**
 * Runs in the page as a script of the extension: fetches the page's own address and sends what comes through a port. First
 * a head or a refusal, then one piece of the body for each message that arrives at the port, then `done` or `broken`.
 *
 * It is handed to the browser as text, so it may use nothing from outside itself.
 *
 * @param {string} portName
 * @param {"only-if-cached" | "no-store"} cache `only-if-cached` never reaches the network
 */
export function sendPage(portName, cache) {
  const { runtime } = /** @type {typeof chrome} */ (globalThis.browser ?? globalThis.chrome);
  const port = runtime.connect({ name: portName });
  const stop = new AbortController();
  port.onDisconnect.addListener(() => stop.abort());
  /** @param {AgentMessage} message */
  const post = (message) => {
    if (!stop.signal.aborted) port.postMessage(message);
  };

  let forbidden = self.origin === "null";
  const watch = { signal: stop.signal };
  document.addEventListener("securitypolicyviolation", (event) => (forbidden ||= event.effectiveDirective === "connect-src"), watch);

  /** @param {RequestRedirect} redirect */
  const request = (redirect) =>
    fetch(location.href, { cache, mode: "same-origin", credentials: "include", redirect, signal: stop.signal });

  /** @returns {Promise<Refusal>} */
  const whyRefused = async () => {
    if (forbidden) return "policy";
    if (cache === "only-if-cached") return "network";
    const probe = await request("manual").catch(() => null);
    return probe?.type === "opaqueredirect" ? "redirect" : "network";
  };

  /** @param {Response} response */
  const send = ({ status, url, headers, body }) => {
    const reader = body?.getReader();
    const sendPiece = async () => {
      try {
        const piece = await reader?.read();
        if (piece?.value) return post({ base64: piece.value.toBase64() });
        const timing = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(url, "resource")).at(-1);
        post({ done: true, transferredBytes: timing?.encodedBodySize || null });
      } catch {
        post({ broken: true });
      }
    };
    let sent = Promise.resolve();
    port.onMessage.addListener(() => void (sent = sent.then(sendPiece)));
    post({ head: { status, url, fields: [...headers] } });
  };

  request("follow").then(send, async () => post({ refused: await whyRefused() }));
}
