/** Reassembles long messages from their parts, in any order and without duplicates (3GPP TS 23.040 section 9.2.3.24.1). */
import { decodeText } from './data-coding.ts';

export interface ArrivingPart {
  readonly source: string;
  /** Null for a single-part message. */
  readonly concatenation: { readonly ref: number; readonly total: number; readonly part: number } | null;
  readonly payload: Buffer;
  readonly dataCoding: number;
}

/** A complete text, and each of its parts decoded by itself. */
export interface JoinedText {
  readonly text: string;
  readonly parts: readonly string[];
}

export interface PartJoiner<Part extends ArrivingPart = ArrivingPart> {
  /** The complete text, with its parts, once `part` was the last one missing; else null. */
  add(part: Part): (JoinedText & { readonly of: readonly Part[] }) | null;
}

/** The maximum number of incomplete messages that a handset keeps; beyond it the oldest is dropped. */
const MAX_UNFINISHED = 50;

/** A joiner for one handset. */
export function createPartJoiner<Part extends ArrivingPart = ArrivingPart>(): PartJoiner<Part> {
  const unfinished = new Map<string, Map<number, Part>>();

  return {
    add(added) {
      const { source, concatenation, payload, dataCoding } = added;
      if (concatenation === null) {
        const text = decodeText(payload, dataCoding);
        return { text, parts: [text], of: [added] };
      }
      const { ref, total, part } = concatenation;
      const key = `${source} ${ref}/${total}`;
      let parts = unfinished.get(key);
      // Another text with the same number: the reference was reused before the earlier message was complete.
      if (parts === undefined || parts.get(part)?.payload.equals(payload) === false) parts = new Map();
      parts.set(part, added);
      unfinished.delete(key);
      if (parts.size === total) {
        const of = inOrder(parts);
        const payloads = of.map((one) => one.payload);
        // Join the octets before decoding, so that a character split between two parts survives.
        const text = decodeText(Buffer.concat(payloads), dataCoding);
        return { text, parts: payloads.map((one) => decodeText(one, dataCoding)), of };
      }
      unfinished.set(key, parts);
      dropOldest(unfinished);
      return null;
    },
  };
}

function inOrder<Part>(parts: ReadonlyMap<number, Part>): Part[] {
  return [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
}

function dropOldest(unfinished: Map<string, unknown>): void {
  const [oldest] = unfinished.keys();
  if (unfinished.size > MAX_UNFINISHED && oldest !== undefined) unfinished.delete(oldest);
}
