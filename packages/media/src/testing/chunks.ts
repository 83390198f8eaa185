/** Converts between bytes and streams in tests. */

/** The bytes in chunks of `size`. */
export async function* inChunks(bytes: Buffer, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a stream to its end. */
export async function readAll(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Yields the bytes, then fails with `error`. */
export async function* failingAfter(bytes: Buffer, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(bytes);
  throw error;
}
