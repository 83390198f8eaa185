/**
 * One read for many who ask the same at the same time. The analytics page asks for seventeen figures at once, and most of
 * them come out of the same few sums.
 */

/**
 * Whoever asks is answered by a read that begins after the question came, so that nobody is told less than was committed
 * by then: while one read is under way, all who come wait for the next, and share it.
 * @param read the answer depends on its argument alone, which must be plain data
 */
export function shareReads<Asked, Answer>(
  read: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  interface Reading {
    readonly running: Promise<Answer>;
    /** Shared by all who came since it began. */
    next: Promise<Answer> | null;
  }
  const underWay = new Map<string, Reading>();

  async function begin(key: string, asked: Asked): Promise<Answer> {
    const reading: Reading = { running: read(asked), next: null };
    underWay.set(key, reading);
    try {
      return await reading.running;
    } finally {
      // A next one, where somebody waits for it, puts itself in this one's place.
      if (reading.next === null) underWay.delete(key);
    }
  }

  return (asked) => {
    const key = JSON.stringify(asked);
    const reading = underWay.get(key);
    if (reading === undefined) return begin(key, asked);
    const again = () => begin(key, asked);
    reading.next ??= reading.running.then(again, again);
    return reading.next;
  };
}
