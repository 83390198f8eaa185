/**
 * The references by which a phone tells the parts of one long message from another's: counted up for each phone, so that
 * it takes 256 long messages to one phone, or 65,536, until one comes again. They begin at random, since another
 * process of ours may send to the same phone.
 */

/** Phones remembered; the one counted longest ago is forgotten first. */
const MOST_PHONES = 10_000;

/**
 * @param count how many there are: 256 where they have 8 bits, 65,536 where they have 16
 * @returns the next reference, from 0 on, for a phone.
 */
export function createReferences(random: () => number, count: 256 | 65_536): (phone: string) => number {
  const last = new Map<string, number>();
  return (phone) => {
    const reference = ((last.get(phone) ?? Math.floor(random() * count)) + 1) % count;
    last.delete(phone);
    const [oldest] = last.keys();
    if (last.size >= MOST_PHONES && oldest !== undefined) last.delete(oldest);
    last.set(phone, reference);
    return reference;
  };
}
