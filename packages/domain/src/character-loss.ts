/**
 * What becomes of characters in another alphabet: whether a text is the one that was sent with each character either
 * itself or what GSM 03.38, Latin-1, ASCII, UTF-8 or UCS-2 read or written wrongly leave of it. `character-leavings.ts`
 * knows what that may be.
 */
import { type Leaving, type LossKind, leavingsOf, mayVanish } from './character-leavings.ts';

/** A character that did not come as it was sent, and how often. */
export interface CharacterLoss {
  readonly sent: string;
  /** Empty: it vanished. */
  readonly arrived: string;
  readonly kind: LossKind;
  readonly count: number;
}

/** Ways to read the arrived text that are followed at once: an emoji may vanish or leave one mark or several. */
const MOST_WAYS = 48;

/** A way to read the arrived text up to `end`: how it got there, and how many characters it takes for lost. */
interface Way {
  readonly end: number;
  readonly losses: number;
  readonly before: Way | null;
  readonly leaving: Leaving | null;
  readonly character: string;
}

/**
 * The losses that make `arrived` of `sent`, each pair once, in the order of their first occurrence, the reading with the
 * fewest; null where no losses explain it. Its cost grows with the length of `sent` alone.
 */
export function findCharacterLosses(sent: string, arrived: string): CharacterLoss[] | null {
  // No character leaves more than four others behind, twice over: a longer text was not made by an alphabet.
  if (arrived.length > sent.length * 8) return null;
  const whole = readLosses(sent, arrived);
  const trimmed = arrived.trimEnd();
  return whole ?? (trimmed === arrived ? null : readLosses(sent, trimmed));
}

function readLosses(sent: string, text: string): CharacterLoss[] | null {
  const known = new Map<string, readonly Leaving[]>();
  const tail = tailStart(sent);
  let ways: Way[] = [{ end: 0, losses: 0, before: null, leaving: null, character: '' }];
  let at = 0;
  for (const character of sent) {
    const leavings = known.get(character) ?? leavingsOf(character);
    known.set(character, leavings);
    const next = new Map<number, Way>();
    for (const way of ways) {
      step(next, way, character, null, text);
      for (const leaving of leavings) step(next, way, character, leaving, text);
      // White space at the end of what arrived is cut off by many; only there may it go missing.
      if (at >= tail && way.end === text.length && character.trim() === '')
        keep(next, { ...way, before: way, leaving: null, character: '' });
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
  leaving: Leaving | null,
  text: string,
): void {
  const arrived = leaving === null ? character : leaving.text;
  if (!text.startsWith(arrived, way.end)) return;
  const losses = way.losses + (leaving === null ? 0 : 1);
  keep(next, { end: way.end + arrived.length, losses, before: way, leaving, character });
}

function keep(next: Map<number, Way>, way: Way): void {
  const rival = next.get(way.end);
  if (rival === undefined || way.losses < rival.losses) next.set(way.end, way);
}

/** Where the white space at the end of the text begins, characters that may vanish among it. */
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
  for (const { leaving, character } of path.reverse()) {
    if (leaving === null) continue;
    const key = `${character}→${leaving.text}`;
    const { kind, text } = leaving;
    const count = (losses.get(key)?.count ?? 0) + 1;
    losses.set(key, { sent: character, arrived: text, kind, count });
  }
  return [...losses.values()];
}
