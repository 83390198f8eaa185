/**
 * Detects conversions between character sets: whether each character of a text arrived either unchanged or as a possible
 * remainder after GSM 03.38, Latin-1, ASCII, UTF-8 or UCS-2 was encoded or decoded wrongly. `character-remainders.ts`
 * lists the remainders.
 */
import { type LossKind, mayVanish, type Remainder, remaindersOf } from './character-remainders.ts';

/** A character that did not arrive as sent, and how often. */
export interface CharacterLoss {
  readonly sent: string;
  /** Empty: it was dropped. */
  readonly arrived: string;
  readonly kind: LossKind;
  readonly count: number;
}

/** Readings of the arrived text that are tracked at once: an emoji may be dropped or leave one placeholder or several. */
const MAX_READINGS = 48;

/** A reading of the arrived text up to `end`: its path, and its number of lost characters. */
interface Reading {
  readonly end: number;
  readonly losses: number;
  readonly before: Reading | null;
  readonly remainder: Remainder | null;
  readonly character: string;
}

/**
 * The losses that turn `sent` into `arrived`, each pair once, in order of first occurrence, for the reading with the
 * fewest; null if no losses explain it. The cost depends only on the length of `sent`.
 */
export function findCharacterLosses(sent: string, arrived: string): CharacterLoss[] | null {
  // No character leaves more than four others, twice over: a longer text did not come from a conversion.
  if (arrived.length > sent.length * 8) return null;
  const whole = readLosses(sent, arrived);
  const trimmed = arrived.trimEnd();
  return whole ?? (trimmed === arrived ? null : readLosses(sent, trimmed));
}

function readLosses(sent: string, text: string): CharacterLoss[] | null {
  const known = new Map<string, readonly Remainder[]>();
  const tail = tailStart(sent);
  let readings: Reading[] = [{ end: 0, losses: 0, before: null, remainder: null, character: '' }];
  let at = 0;
  for (const character of sent) {
    const remainders = known.get(character) ?? remaindersOf(character);
    known.set(character, remainders);
    const next = new Map<number, Reading>();
    for (const reading of readings) {
      step(next, reading, character, null, text);
      for (const remainder of remainders) step(next, reading, character, remainder, text);
      // Whitespace at the end is often trimmed; only there may it be missing.
      if (at >= tail && reading.end === text.length && character.trim() === '')
        keep(next, { ...reading, before: reading, remainder: null, character: '' });
    }
    if (next.size === 0) return null;
    readings = [...next.values()].sort((a, b) => a.losses - b.losses).slice(0, MAX_READINGS);
    at += character.length;
  }
  const whole = readings.find(({ end }) => end === text.length);
  return whole === undefined || whole.losses === 0 ? null : gather(whole);
}

function step(
  next: Map<number, Reading>,
  reading: Reading,
  character: string,
  remainder: Remainder | null,
  text: string,
): void {
  const arrived = remainder === null ? character : remainder.text;
  if (!text.startsWith(arrived, reading.end)) return;
  const losses = reading.losses + (remainder === null ? 0 : 1);
  keep(next, { end: reading.end + arrived.length, losses, before: reading, remainder, character });
}

function keep(next: Map<number, Reading>, reading: Reading): void {
  const rival = next.get(reading.end);
  if (rival === undefined || reading.losses < rival.losses) next.set(reading.end, reading);
}

/** Where the trailing whitespace of the text starts, including characters that may be dropped within it. */
function tailStart(sent: string): number {
  let start = sent.length;
  for (const character of [...sent].reverse()) {
    if (character.trim() !== '' && !mayVanish(character)) break;
    start -= character.length;
  }
  return start;
}

function gather(whole: Reading): CharacterLoss[] {
  const losses = new Map<string, CharacterLoss>();
  const path: Reading[] = [];
  for (let reading: Reading | null = whole; reading !== null; reading = reading.before) path.push(reading);
  for (const { remainder, character } of path.reverse()) {
    if (remainder === null) continue;
    const key = `${character}→${remainder.text}`;
    const { kind, text } = remainder;
    const count = (losses.get(key)?.count ?? 0) + 1;
    losses.set(key, { sent: character, arrived: text, kind, count });
  }
  return [...losses.values()];
}
