/**
 * What these tests read of a report, schema 1.
 *
 * @typedef {object} Report
 * @property {{ body_bytes: number }} page
 * @property {{ earliest: number, latest: number }} limit
 * @property {{ fate: string }} verdict
 * @property {{ earliest: { offset: number } } | null} cut
 * @property {{ kind: string, fate: string }[]} signals
 * @property {{ category: string, bytes: number }[]} ledger
 * @property {{ changes: { id: string, spans: [number, number][] }[], proposal: string[], enough: boolean, body_bytes: number }} what_if
 */

/**
 * @typedef {object} Prediction
 * @property {number} body_bytes
 * @property {number | null} cut
 * @property {[kind: string, fate: string][]} signals
 */

export {};
