import * as glue from "./wasm/reader.js";
import { WasmModule } from "./wasm-module.js";

// The module is large, for it holds a parser of scripts: import this one only when something is to be read.
const reader = new WasmModule(glue, "reader_bg.wasm");

/** Bytes of a body that are handed over between two looks at what the user does. */
const SLICE_BYTES = 1_048_576;

/**
 * Reads the page's own scripts.
 *
 * @param {string} target as the core's `Measuring.pageTarget` gives it
 * @param {Blob} body of the page
 * @returns {Promise<string>} what `Measuring.takePage` takes
 * @throws {import("./failure.js").Failure} code "core"
 */
export async function readPage(target, body) {
  await reader.ready();
  const reading = reader.guard(() => new glue.PageReading(target));
  for (let start = 0; start < body.size; start += SLICE_BYTES) {
    const piece = new Uint8Array(await body.slice(start, start + SLICE_BYTES).arrayBuffer());
    reader.guard(() => reading.push(piece));
  }
  return reader.guard(() => reading.finish());
}

/**
 * Reads one answer to its end.
 *
 * @param {string} target as the core's `Measuring.target` gives it
 * @param {Response} response
 * @param {(next: Promise<ReadableStreamReadResult<Uint8Array>>) => Promise<ReadableStreamReadResult<Uint8Array>>} inTime waits for a piece
 * @returns {Promise<string>} what `Measuring.take` takes
 */
export async function readResponse(target, response, inTime) {
  await reader.ready();
  const reading = reader.guard(() => new glue.ResourceReading(target, response.status, [...response.headers]));
  const body = response.body?.getReader();
  if (body) {
    for (let piece = await inTime(body.read()); !piece.done; piece = await inTime(body.read())) {
      const bytes = piece.value;
      reader.guard(() => reading.push(bytes));
    }
  }
  return reader.guard(() => reading.finish());
}
