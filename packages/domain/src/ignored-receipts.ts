/** Why a receipt that a carrier sent counted for nothing, or only in part. */

/**
 * - `no-id`: it names no message.
 * - `unmarked`: a text that looks like a receipt, without esm_class or a parameter that marks it as one.
 * - `unmatched`: it names a message that is not ours, or not known (yet).
 * - `unknown-state`: the state it names is none that we know.
 * - `incomplete`: it ends within its text or an optional parameter; what arrived was read.
 * - `part-missing`: it came in several messages, of which one is missing after ten minutes; a later one still completes it.
 */
export const IGNORED_REASONS = [
  'no-id',
  'unmarked',
  'unmatched',
  'unknown-state',
  'incomplete',
  'part-missing',
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** A receipt for people without the text of its message: its fields, and the last two digits of the phone. */
export function maskReceipt(of: {
  readonly id: string | null;
  readonly state: string | null;
  readonly phone: string | null;
}): string {
  const words = [
    of.id === null ? null : `id:${brief(of.id)}`,
    of.state === null ? null : `stat:${brief(of.state)}`,
    of.phone === null || !/\d\d$/.test(of.phone) ? null : `from a number that ends in ${of.phone.slice(-2)}`,
  ];
  return words.filter((word) => word !== null).join(' ');
}

const LONGEST = 40;

const brief = (word: string): string => (word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word);
