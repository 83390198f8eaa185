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
const MOST_WAYS = 48;

/** A reading of the arrived text up to `end`: its path, and its number of lost characters. */
interface Way {
  readonly end: number;
  readonly losses: number;
  readonly before: Way | null;
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
  let ways: Way[] = [{ end: 0, losses: 0, before: null, remainder: null, character: '' }];
  let at = 0;
  for (const character of sent) {
    const remainders = known.get(character) ?? remaindersOf(character);
    known.set(character, remainders);
    const next = new Map<number, Way>();
    for (const way of ways) {
      step(next, way, character, null, text);
      for (const remainder of remainders) step(next, way, character, remainder, text);
      // Whitespace at the end is often trimmed; only there may it be missing.
      if (at >= tail && way.end === text.length && character.trim() === '')
        keep(next, { ...way, before: way, remainder: null, character: '' });
    }
    if (next.size === 0) return null;
    ways = [...next.values()].sort((a, b) => a.losses - b.losses).slice(0, MOST_WAYS);
    at += character.length;
  }
  const whole = ways.find(({ end }) => end === text.length);
  return whole === undefined || whole.losses === 0 ? null : gather(whole);
}

function step(
  next: Map<number, Way>,
  way: Way,
  character: string,
  remainder: Remainder | null,
  text: string,
): void {
  const arrived = remainder === null ? character : remainder.text;
  if (!text.startsWith(arrived, way.end)) return;
  const losses = way.losses + (remainder === null ? 0 : 1);
  keep(next, { end: way.end + arrived.length, losses, before: way, remainder, character });
}

function keep(next: Map<number, Way>, way: Way): void {
  const rival = next.get(way.end);
  if (rival === undefined || way.losses < rival.losses) next.set(way.end, way);
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

function gather(whole: Way): CharacterLoss[] {
  const losses = new Map<string, CharacterLoss>();
  const path: Way[] = [];
  for (let way: Way | null = whole; way !== null; way = way.before) path.push(way);
  for (const { remainder, character } of path.reverse()) {
    if (remainder === null) continue;
    const key = `${character}→${remainder.text}`;
    const { kind, text } = remainder;
    const count = (losses.get(key)?.count ?? 0) + 1;
    losses.set(key, { sent: character, arrived: text, kind, count });
  }
  return [...losses.values()];
}
