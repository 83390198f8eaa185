/**
 * How a carrier spells its message ids. Some answer in decimal and write receipts in hex, some the reverse, most use
 * one spelling for both. Read the wrong way, a small id is another message's: 16 is 0x10. So this tracks what each side
 * has written: hex reveals itself by a letter in six of sixteen ids, decimal by their absence.
 */

/**
 * How to read a receipt's id: as it is (`same`), as hex for an answer in decimal (`hex`), or as decimal for an answer in
 * hex (`decimal`).
 */
export const ID_READINGS = ['same', 'hex', 'decimal'] as const;
export type IdReading = (typeof ID_READINGS)[number];

/** What one side of a gateway has written. */
export interface IdsSeen {
  /** Whether it ever wrote a hex digit above 9. */
  readonly lettered: boolean;
  /** Distinct ids without one since then, {@link DECIMAL_AFTER} at most. */
  readonly plain: readonly string[];
}

/** What a gateway's carrier has written in answers and in receipts. */
export interface SpellingsSeen {
  readonly answers: IdsSeen;
  readonly receipts: IdsSeen;
}

/** For a gateway without any ids yet. */
export const NO_SPELLINGS: SpellingsSeen = {
  answers: { lettered: false, plain: [] },
  receipts: { lettered: false, plain: [] },
};

/** This many distinct ids without a letter are decimal: random hex ids do that three times in ten million. */
export const DECIMAL_AFTER = 32;
/** This many in a row are no reason to doubt known hex: a counter produces ten without a letter. */
const HEX_UNTIL = 16;
/** Longer ids are names, not numbers, even if all digits. */
const MAX_NUMBER_LENGTH = 20;

/** Digits that fit into a number (2 ** 53); longer ones need a BigInt. */
const SAFE_HEX_LENGTH = 13;
const SAFE_DECIMAL_LENGTH = 15;

/** A counter of this length is 40 times as far if its hex is read as decimal: both are never in flight together. */
const LONG_ID = 9;

/**
 * Whether an id in canonical spelling is too long to equal another message's id by chance. Such an id may be read in
 * every way: one account may serve several carriers, each with its own spelling.
 */
export function isLongId(id: string): boolean {
  return id.length >= LONG_ID;
}

/** Whether an id in canonical spelling is a number that differs between hex and decimal. */
export function isSpelledNumber(id: string): boolean {
  return digitsOf(id) !== null;
}

/**
 * The digits of an id in canonical spelling; `decimal` ones may be hex as well. Null if it is not a number, or one that
 * reads the same. A loop, because it runs for every receipt and a regular expression takes twice as long.
 */
function digitsOf(id: string): 'decimal' | 'hex' | null {
  if (id.length > MAX_NUMBER_LENGTH) return null;
  let digits: 'decimal' | 'hex' = 'decimal';
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    if (code >= DIGIT_0 && code <= DIGIT_9) continue;
    if (code < LETTER_A || code > LETTER_F) return null;
    digits = 'hex';
  }
  return digits === 'hex' || id.length > 1 ? digits : null;
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const LETTER_A = 0x61;
const LETTER_F = 0x66;

/** The id in the answer that this receipt id refers to; null if it cannot be read that way. */
export function readId(id: string, reading: IdReading): string | null {
  if (reading === 'same') return id;
  const digits = digitsOf(id);
  if (digits === null) return null;
  if (reading === 'hex') return hexAsDecimal(id);
  return digits === 'decimal' ? decimalAsHex(id) : null;
}

/** Every id in an answer that this receipt id may refer to, in canonical spelling, likeliest first and each once. */
export function readIdEveryWay(id: string): readonly string[] {
  const digits = digitsOf(id);
  if (digits === null) return [id];
  return digits === 'hex' ? [id, hexAsDecimal(id)] : [id, decimalAsHex(id), hexAsDecimal(id)];
}

function hexAsDecimal(id: string): string {
  return id.length <= SAFE_HEX_LENGTH ? String(Number.parseInt(id, 16)) : BigInt(`0x${id}`).toString();
}

function decimalAsHex(id: string): string {
  if (id.length > SAFE_DECIMAL_LENGTH) return BigInt(id).toString(16);
  const number = Number(id);
  const high = Math.floor(number / 2 ** 24);
  const low = number % 2 ** 24;
  // In two halves: the engine formats a small integer in hex three times as fast as a large number.
  return high === 0 ? low.toString(16) : high.toString(16) + low.toString(16).padStart(6, '0');
}

/** The state after more ids in canonical spelling; the same object if they add nothing. */
export function seeIds(seen: IdsSeen, ids: readonly string[]): IdsSeen {
  let { lettered } = seen;
  let plain = new Set(seen.plain);
  for (const id of ids) {
    if (!isSpelledNumber(id)) continue;
    if (/[a-f]/.test(id)) {
      lettered = true;
      plain = new Set();
    } else if (plain.size < DECIMAL_AFTER) {
      plain.add(id);
    }
  }
  const isNews =
    lettered !== seen.lettered || plain.size !== seen.plain.length || seen.plain.some((id) => !plain.has(id));
  return isNews ? { lettered, plain: [...plain] } : seen;
}

/**
 * How the carrier's receipts may be read: one way once both sides are known, never none.
 * @param seen by each of the gateways that share an account; a side on which they differ counts as unknown
 */
export function possibleReadings(...seen: readonly SpellingsSeen[]): ReadonlySet<IdReading> {
  const inAnswers = commonBase(seen.map(({ answers }) => answers));
  const inReceipts = commonBase(seen.map(({ receipts }) => receipts));
  return new Set(
    ID_READINGS.filter((reading) => {
      if (reading === 'same') return inAnswers === null || inReceipts === null || inAnswers === inReceipts;
      return inReceipts !== other(reading) && inAnswers !== reading;
    }),
  );
}

/**
 * Narrows a receipt's ids to the possible ones. An id that is not a reading of `id` (another id in the same receipt)
 * stays. If nothing is left, all stay: the carrier has changed its spelling.
 * @param id in canonical spelling
 */
export function narrowIds(
  id: string,
  variants: readonly string[],
  possible: ReadonlySet<IdReading>,
): readonly string[] {
  if (possible.size === ID_READINGS.length) return variants;
  const readings = ID_READINGS.map((reading) => ({ read: readId(id, reading), reading }));
  const isPossible = (variant: string) => {
    const ways = readings.filter(({ read }) => read === variant);
    return ways.length === 0 || ways.some(({ reading }) => possible.has(reading));
  };
  const left = variants.filter(isPossible);
  return left.length > 0 ? left : variants;
}

function commonBase(sides: readonly IdsSeen[]): 'hex' | 'decimal' | null {
  const bases = new Set(sides.map(baseOf).filter((base) => base !== null));
  const [base = null] = bases;
  return bases.size > 1 ? null : base;
}

/** Null if it is not known, or no longer. */
function baseOf({ lettered, plain }: IdsSeen): 'hex' | 'decimal' | null {
  if (plain.length >= DECIMAL_AFTER) return 'decimal';
  return lettered && plain.length <= HEX_UNTIL ? 'hex' : null;
}

function other(base: 'hex' | 'decimal'): 'hex' | 'decimal' {
  return base === 'hex' ? 'decimal' : 'hex';
}
