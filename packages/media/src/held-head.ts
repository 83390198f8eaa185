/** Looks at the first bytes of a stream and then gives the whole of it: a file is judged before any of it is stored. */

export interface HeldHead {
  /** The first bytes: as many as were asked for or more, fewer only when there are no more. */
  readonly head: Buffer;
  /** The content from its first byte on. Who does not read it all calls `return()`, which lets go of the source. */
  readonly whole: AsyncGenerator<Uint8Array, void, undefined>;
}

/** Reads until `bytes` are there or the content ends. Rejects as the content does. */
export async function holdHead(content: AsyncIterable<Uint8Array>, bytes: number): Promise<HeldHead> {
  const rest = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  while (length < bytes && !ended) {
    const next = await rest.next();
    if (next.done === true) ended = true;
    else {
      held.push(next.value);
      length += next.value.length;
    }
  }
  const head = Buffer.concat(held);

  async function* whole(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield head;
      while (!ended) {
        const next = await rest.next();
        if (next.done === true) ended = true;
        else yield next.value;
      }
    } finally {
      if (!ended) await rest.return?.();
    }
  }
  return { head, whole: whole() };
}
