/**
 * The references with which a phone groups the parts of one long message. They count up per phone, so that one is reused only
 * after 256 or 65,536 long messages, as long as the phone is remembered. They start at random, because another of our
 * processes may send to the same phone.
 */

/** Phones remembered; the least recently used is dropped first. */
const MAX_PHONES = 10_000;

/**
 * @param count the number of references: 256 with 8 bits, 65,536 with 16
 * @returns a function that returns a phone's next reference, from 0 to `count` - 1
 */
export function createReferences(random: () => number, count: 256 | 65_536): (phone: string) => number {
  const last = new Map<string, number>();
  return (phone) => {
    const reference = ((last.get(phone) ?? Math.floor(random() * count)) + 1) % count;
    last.delete(phone);
    const [oldest] = last.keys();
    if (last.size >= MAX_PHONES && oldest !== undefined) last.delete(oldest);
    last.set(phone, reference);
    return reference;
  };
}
