/** What both libraries send: the same octets, so that only their work differs. */

export const SOURCE = '12025550100';
/** Phones in turn, as a test has them. */
const DESTINATIONS = Array.from({ length: 500 }, (_, index) => `1415555${String(index).padStart(4, '0')}`);
export const destinationOf = (message: number): string =>
  DESTINATIONS[message % DESTINATIONS.length] as string;
/** A text of the length that tests have; both are handed octets, neither encodes it. */
export const TEXT = Buffer.from('Textprobe test 7K3M9QX2VB4: does this arrive as it was sent?', 'latin1');
export const WINDOW = 100;

/** The receipt for a message, in the words of SMPP 3.4 appendix B. */
export function receiptText(messageId: string): Buffer {
  const words = `id:${messageId} sub:001 dlvrd:001 submit date:2611211200 done date:2611211200 stat:DELIVRD err:000 text:`;
  return Buffer.from(words, 'latin1');
}
