/**
 * The 8-bit references by which a phone tells the parts of one long message from another's: counted up for each phone, so
 * that it takes 256 long messages to one phone until one comes again. They begin at random, since another process of
 * ours may send to the same phone.
 */

/** Phones remembered; the one counted longest ago is forgotten first. */
const MOST_PHONES = 10_000;

/** @returns the next reference, 0 to 255, for a phone. */
export function createReferences(random: () => number): (phone: string) => number {
  const last = new Map<string, number>();
  return (phone) => {
    const reference = ((last.get(phone) ?? Math.floor(random() * 256)) + 1) % 256;
    last.delete(phone);
    const [oldest] = last.keys();
    if (last.size >= MOST_PHONES && oldest !== undefined) last.delete(oldest);
    last.set(phone, reference);
    return reference;
  };
}
