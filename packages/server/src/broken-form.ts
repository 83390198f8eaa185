/** Tells a form that cannot be read from a fault of ours. The reader of forms says it in plain errors without a code. */

// Of @fastify/busboy: cut off, without a boundary, with one that is empty or longer than 256 bytes.
const WORDS =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot (be|have) /i;

export function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && WORDS.test(error.message);
}
