import { message } from "./messages.js";
import { ticket } from "./shown.js";

/**
 * Gives every finding a button that copies it as a ticket.
 *
 * @param {string} report JSON text, schema 1
 */
export function offerTickets(report) {
  for (const finding of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#findings [data-finding]"))) {
    const button = document.createElement("button");
    button.className = "link copy-ticket";
    button.textContent = message("report_ticket");
    const said = document.createElement("span");
    said.role = "status";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(await ticket(report, finding.dataset.finding ?? ""));
        said.textContent = message("report_ticket_copied");
      } catch {
        said.textContent = message("report_ticket_not_copied");
      }
    });
    finding.lastElementChild?.append(button, " ", said);
  }
}
