/**
 * Detects long messages that were reassembled incorrectly: whether a text consists of whole parts of the sent one, and
 * in which order. Parts are those of 3GPP TS 23.040 (9.2.3.24.1), as carriers cut them (`segments.ts`).
 */
import { possibleSplits } from './segments.ts';

/**
 * What is wrong where parts meet. `headers`: the bytes of their headers appear as characters; `counters`: the text says
 * `(1/3)`; `trimmed`: whitespace at the end or start of a part is missing; `spaced`: whitespace was inserted.
 */
export const SEAM_FAULTS = ['headers', 'counters', 'trimmed', 'spaced'] as const;

/** One of {@link SEAM_FAULTS}. */
export type SeamFault = (typeof SEAM_FAULTS)[number];

/** How the parts of a message were arranged in what arrived. */
export interface PartOrder {
  /** The parts that arrived, in this order, of the total; counted from 1. */
  readonly parts: number;
  readonly arrived: readonly number[];
  /** In the order of {@link SEAM_FAULTS}. */
  readonly faults: readonly SeamFault[];
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
/** Attempts to match a part at a position before the text counts as unrelated to the parts of one split. */
const MAX_ATTEMPTS = 50_000;

/** The order of parts that turns `sent` into `arrived`; null if there is none. */
export function findPartOrder(sent: string, arrived: string): PartOrder | null {
  for (const parts of possibleSplits(sent)) {
    const order = orderOfParts(parts, arrived);
    if (order !== null) return order;
  }
  return null;
}

/** How a text consists of whole parts; null if it does not. @param parts of the sent text, in order */
export function orderOfParts(parts: readonly string[], arrived: string): PartOrder | null {
  const found = fit(parts, arrived.trimEnd());
  return (
    found && {
      parts: parts.length,
      arrived: found.map(({ part }) => part + 1),
      faults: SEAM_FAULTS.filter((fault) => found.some(({ faults }) => faults.includes(fault))),
    }
  );
}

interface Place {
  readonly part: number;
  readonly faults: readonly SeamFault[];
  /** Where the next part starts. */
  readonly end: number;
}

/** A search that remembers dead ends; it tries the part after the previous one first. */
function fit(parts: readonly string[], arrived: string): Place[] | null {
  const wanted = parts.map((part, index) => ({
    forms: formsOf(part),
    counter: counterOf(index + 1, parts.length),
  }));
  const deadEnds = new Set<number>();
  let attempts = 0;
  const path: { places: Place[]; tried: number }[] = [{ places: placesAt(0, -1), tried: 0 }];

  function placesAt(at: number, last: number): Place[] {
    const places: Place[] = [];
    const starts = startsAt(arrived, at);
    for (let step = 1; step <= parts.length; step += 1) {
      const part = (last + step) % parts.length;
      const { forms, counter } = wanted[part] as (typeof wanted)[number];
      attempts += starts.length;
      for (const before of [...starts, ...afterCounter(counter, arrived, at)])
        for (const form of forms) places.push(...placesOf(part, form, before, counter));
    }
    return places;
  }

  function placesOf(part: number, form: Form, { start, faults }: Start, counter: Counter): Place[] {
    if (!arrived.startsWith(form.text, start)) return [];
    const end = start + form.text.length;
    // Whitespace at the end of the text may be missing.
    const isTrimmed = form.isTrimmed && !(end === arrived.length && form.isOnlyEnd);
    const own = [...faults, ...(isTrimmed ? (['trimmed'] as const) : [])];
    const counted = end + lengthAt(counter.behind, arrived, end);
    const place: Place = { part, faults: own, end };
    return counted === end ? [place] : [{ part, faults: [...own, 'counters'], end: counted }, place];
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

/** A part as it may appear: whole, or without the whitespace at its end, its start or both. */
interface Form {
  readonly text: string;
  readonly isTrimmed: boolean;
  readonly isOnlyEnd: boolean;
}

function formsOf(part: string): Form[] {
  const trimmed = new Set([part.trimEnd(), part.trimStart(), part.trim()].filter((text) => text !== ''));
  return [...new Set([part, ...trimmed])].map((text) => ({
    text,
    isTrimmed: text !== part,
    isOnlyEnd: part.startsWith(text),
  }));
}

/** The counter of a part, as phones and carriers write it before or behind its text. */
interface Counter {
  readonly before: RegExp;
  readonly behind: RegExp;
}

function counterOf(part: number, parts: number): Counter {
  const counter = String.raw`[(\[]?${part}/${parts}[)\]]?`;
  return { before: new RegExp(counter, 'y'), behind: new RegExp(String.raw`[ \n]?${counter}`, 'y') };
}

interface Start {
  readonly start: number;
  readonly faults: readonly SeamFault[];
}

/** Where the text of a part may start: here, after a header, or after a separator. */
function startsAt(text: string, at: number): Start[] {
  const starts: Start[] = [{ start: at, faults: [] }];
  const header = lengthAt(HEADER, text, at);
  if (header > 0) starts.push({ start: at + header, faults: ['headers'] });
  if (at > 0 && lengthAt(SEAM, text, at) > 0) starts.push({ start: at + 1, faults: ['spaced'] });
  return starts;
}

/** Where it may start if its counter is here: directly after it, or after a separator. */
function afterCounter({ before }: Counter, text: string, at: number): Start[] {
  const starts: Start[] = [];
  for (const from of at > 0 && lengthAt(SEAM, text, at) > 0 ? [at, at + 1] : [at]) {
    const length = lengthAt(before, text, from);
    if (length === 0) continue;
    const start = from + length;
    starts.push({ start, faults: ['counters'] });
    if (lengthAt(SEAM, text, start) > 0) starts.push({ start: start + 1, faults: ['counters'] });
  }
  return starts;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
