import { message } from "./messages.js";
import { element } from "./page.js";
import { showPanel } from "./panel.js";
import { rulerView } from "./shown.js";

/** How much one step of the zoom changes. */
const STEP = 4;
/** Narrowest window, in bytes. */
const NARROWEST_BYTES = 1_000;

/**
 * Gives the ruler of a report buttons that draw a part of it larger.
 *
 * @param {string} report JSON text, schema 1
 */
export function offerZoom(report) {
  const { page, limit, cut } = JSON.parse(report);
  const whole = Math.max(page.body_bytes, limit.latest ?? 0, 1);
  let window = { from: 0, to: whole };

  /** @param {number} centre @param {number} width */
  const show = async (centre, width) => {
    const shown = Math.min(whole, Math.max(NARROWEST_BYTES, width));
    const from = Math.min(Math.max(0, centre - shown / 2), whole - shown);
    window = { from: Math.round(from), to: Math.round(from + shown) };
    const place = document.createElement("div");
    showPanel(place, await rulerView(report, window.from, window.to));
    const drawn = place.querySelector("#ruler .ruler");
    if (drawn) document.querySelector("#ruler .ruler")?.replaceWith(drawn);
    showWhatIsPossible();
  };
  const centre = () => (window.from + window.to) / 2;
  const width = () => window.to - window.from;
  /** @type {[string, () => Promise<void>, () => boolean][]} */
  const buttons = [
    ["in", () => show(width() === whole && cut ? cut.earliest.offset : centre(), width() / STEP), () => width() > NARROWEST_BYTES],
    ["out", () => show(centre(), width() * STEP), () => width() < whole],
    ["earlier", () => show(centre() - width() / 2, width()), () => window.from > 0],
    ["later", () => show(centre() + width() / 2, width()), () => window.to < whole],
    ["whole", () => show(whole / 2, whole), () => width() < whole],
  ];
  const bar = document.createElement("div");
  bar.className = "tools";
  bar.role = "group";
  bar.ariaLabel = message("report_zoom");
  const drawn = buttons.map(([name, action, isPossible]) => {
    const button = document.createElement("button");
    button.id = `zoom-${name}`;
    button.textContent = message(`report_zoom_${name}`);
    button.addEventListener("click", action);
    return { button, isPossible };
  });
  const showWhatIsPossible = () => {
    for (const { button, isPossible } of drawn) button.ariaDisabled = String(!isPossible());
  };
  showWhatIsPossible();
  bar.append(...drawn.map(({ button }) => button));
  element("ruler").querySelector(".ruler")?.after(bar);
}
