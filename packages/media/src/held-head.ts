/** Peeks at the first bytes of a stream, so that a file can be checked before any of it is stored. */

export interface HeldHead {
  /** The first bytes: at least as many as requested, unless the content is shorter. */
  readonly head: Buffer;
  /** The content from its first byte; can be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** Closes the source (a stream is destroyed), whether or not `whole` was started. Idempotent. */
  release(): Promise<void>;
}

/** Reads until `bytes` have arrived or the content ends. Rejects if the content fails. */
export async function holdHead(content: AsyncIterable<Uint8Array>, bytes: number): Promise<HeldHead> {
  const source = content[Symbol.asyncIterator]();
  const buffered: Uint8Array[] = [];
  let length = 0;
  let ended = false;

  async function pull(): Promise<Uint8Array | undefined> {
    if (ended) return undefined;
    const next = await source.next();
    if (next.done !== true) return next.value;
    ended = true;
    return undefined;
  }

  while (length < bytes) {
    const chunk = await pull();
    if (chunk === undefined) break;
    buffered.push(chunk);
    length += chunk.length;
  }
  const head = Buffer.concat(buffered);

  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    for (let chunk = await pull(); chunk !== undefined; chunk = await pull()) yield chunk;
  }
  return {
    head,
    whole: whole(),
    async release() {
      if (ended) return;
      ended = true;
      await source.return?.();
    },
  };
}
