/**
 * Detects long messages that were reassembled incorrectly: whether a text consists of whole parts of the sent one, and
 * in which order. Parts are those of 3GPP TS 23.040 (9.2.3.24.1), as split by `segments.ts`.
 */
import { splitSegments } from './segments.ts';

/** How the parts of a message were arranged in what arrived. */
export interface PartOrder {
  /** The parts that arrived, in this order, of the total; counted from 1. */
  readonly parts: number;
  readonly arrived: readonly number[];
  /** The bytes of the parts' headers appear as characters in the text. */
  readonly hasHeaders: boolean;
}

/**
 * A user data header of six or seven bytes (an 8- or 16-bit reference, total, part) as shown in each character set:
 * Latin-1 or GSM 03.38, or two bytes per character. U+FFFD: a U+0000 after storage.
 */
const HEADER = new RegExp(
  [
    String.raw`[\u0005é][\u0000\uFFFD@][\u0003¥][^]{3}`,
    String.raw`[\u0006ù][\u0008ò][\u0004è][^]{4}`,
    String.raw`\u0500[\u0300-\u03FF][^]`,
  ].join('|'),
  'uy',
);
/** What software inserts between parts that it concatenates. */
const SEAM = /[ \n]/y;
/** Attempts to match a part at a position before the text counts as unrelated to parts. */
const MAX_ATTEMPTS = 50_000;

/** The order of parts that turns `sent` into `arrived`; null if there is none, or it is the correct one. */
export function findPartOrder(sent: string, arrived: string): PartOrder | null {
  const parts = splitSegments(sent);
  if (parts.length < 2) return null;
  const found = fit(parts, arrived.trimEnd());
  if (found === null) return null;
  return {
    parts: parts.length,
    arrived: found.map(({ part }) => part + 1),
    hasHeaders: found.some((one) => one.header),
  };
}

interface Place {
  readonly part: number;
  readonly header: boolean;
  /** Where the next part starts. */
  readonly end: number;
}

/** A search that remembers dead ends; it tries the part after the previous one first. */
function fit(parts: readonly string[], arrived: string): Place[] | null {
  const deadEnds = new Set<number>();
  let attempts = 0;
  const path: { places: Place[]; tried: number }[] = [{ places: placesAt(0, -1), tried: 0 }];

  function placesAt(at: number, last: number): Place[] {
    const places: Place[] = [];
    for (const { start, header } of startsAt(arrived, at)) {
      for (let step = 1; step <= parts.length; step += 1) {
        const part = (last + step) % parts.length;
        attempts += 1;
        const end = endOf(parts[part] ?? '', arrived, start);
        if (end !== null) places.push({ part, header, end });
      }
    }
    return places;
  }

  while (path.length > 0 && attempts <= MAX_ATTEMPTS) {
    const here = path.at(-1) as (typeof path)[number];
    const place = here.places[here.tried];
    if (place === undefined) {
      path.pop();
      const before = path.at(-1);
      const left = before?.places[before.tried];
      if (before !== undefined && left !== undefined) {
        deadEnds.add(left.end);
        before.tried += 1;
      }
    } else if (place.end >= arrived.length) {
      return path.map(({ places, tried }) => places[tried] as Place);
    } else if (deadEnds.has(place.end)) {
      here.tried += 1;
    } else {
      path.push({ places: placesAt(place.end, place.part), tried: 0 });
    }
  }
  return null;
}

/** Where the text of a part may start: here, after a header, or after a separator. */
function startsAt(text: string, at: number): { start: number; header: boolean }[] {
  const starts = [{ start: at, header: false }];
  const header = lengthAt(HEADER, text, at);
  if (header > 0) starts.push({ start: at + header, header: true });
  if (at > 0 && lengthAt(SEAM, text, at) > 0) starts.push({ start: at + 1, header: false });
  return starts;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** The position after a part that starts at `start`; at the end of the text the part's whitespace may be missing. */
function endOf(part: string, text: string, start: number): number | null {
  if (text.startsWith(part, start)) return start + part.length;
  const trimmed = part.trimEnd();
  return trimmed !== '' && start + trimmed.length === text.length && text.endsWith(trimmed)
    ? text.length
    : null;
}
