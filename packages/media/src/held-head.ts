/** Looks at the first bytes of a stream and then gives the whole of it: a file is judged before any of it is stored. */

export interface HeldHead {
  /** The first bytes: as many as were asked for or more, fewer only when there are no more. */
  readonly head: Buffer;
  /** The content from its first byte on; to be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** Lets go of the source (a stream is destroyed), whether or not `whole` was begun. Does nothing at its end or twice. */
  release(): Promise<void>;
}

/** Reads until `bytes` are there or the content ends. Rejects as the content does. */
export async function holdHead(content: AsyncIterable<Uint8Array>, bytes: number): Promise<HeldHead> {
  const source = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let over = false;

  async function pull(): Promise<Uint8Array | undefined> {
    if (over) return undefined;
    const next = await source.next();
    if (next.done !== true) return next.value;
    over = true;
    return undefined;
  }

  while (length < bytes) {
    const chunk = await pull();
    if (chunk === undefined) break;
    held.push(chunk);
    length += chunk.length;
  }
  const head = Buffer.concat(held);

  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    for (let chunk = await pull(); chunk !== undefined; chunk = await pull()) yield chunk;
  }
  return {
    head,
    whole: whole(),
    async release() {
      if (over) return;
      over = true;
      await source.return?.();
    },
  };
}
