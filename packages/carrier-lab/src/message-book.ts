/**
 * Assigns each submit_sm to a message, counts the messages between its two numbers, and so determines its fate. A fate depends
 * only on seed, carrier, sender, phone and that count: not on the text, whose message code is random, nor on the order of
 * messages between other numbers.
 */
import { decideFate, type MessageFate, type PartFate } from './fate.ts';
import type { Random } from './random.ts';
import { carrierScenario, type Scenario, type ScriptLine } from './scenario-model.ts';

/** The fields of a submit_sm that identify its message. */
export interface IncomingPart {
  readonly carrier: string;
  readonly source: string;
  readonly destination: string;
  /** Null for a message without parts. */
  readonly concatenation: { readonly ref: number; readonly total: number; readonly part: number } | null;
  /** The octets, which distinguish a retried short message from the next one. */
  readonly payload: Buffer;
}

export interface TakenPart {
  readonly fate: PartFate;
  readonly message: MessageFate;
  /** The lab's number of the message, from 1 in order of arrival. */
  readonly id: number;
  /** The number of the message from this sender to this phone, from 1. */
  readonly nth: number;
  /** Whether this is the first part seen of its message. */
  readonly isNewMessage: boolean;
  /** Whether to answer this attempt ESME_RTHROTTLED; a later one of the same part is accepted. */
  readonly isThrottled: boolean;
}

export interface MessageBook {
  take(part: IncomingPart): TakenPart;
}

/** Limit of incomplete messages, and of pairs of numbers: beyond it the oldest are dropped. */
const MAX_OPEN = 10_000;
const MAX_PAIRS = 100_000;
/**
 * A part later than this after the previous one belongs to another message with a reused reference: a part lost with its link
 * is never sent again. Longer than a gateway waits between two binds. Milliseconds.
 */
const LONGEST_BETWEEN_PARTS_MS = 120_000;

interface OpenMessage {
  readonly id: number;
  readonly nth: number;
  readonly fate: MessageFate;
  /** How often each part is still to be throttled; -1 once accepted. */
  readonly throttlesLeft: number[];
  /** The octets of each throttled part, to recognize its retry. */
  readonly putOff: (Buffer | undefined)[];
  /** When its latest part arrived. */
  lastAt: number;
}

/**
 * A book for one run of `scenario` under the seed behind `random`.
 * @param now in milliseconds
 */
export function createMessageBook(scenario: Scenario, random: Random, now: () => number): MessageBook {
  const open = new Map<string, OpenMessage>();
  const putOff = new Map<string, { readonly message: OpenMessage; readonly key: string }>();
  const pairs = new Map<string, { readonly random: Random; count: number }>();
  const counts = new Map<string, number>();
  let lastId = 0;
  const scripts = Map.groupBy(scenario.script, (line) => line.destination);

  function begin(part: IncomingPart): OpenMessage {
    const { carrier, source, destination } = part;
    const key = `${carrier.toLowerCase()} ${source} ${destination}`;
    const pair = pairs.get(key) ?? { random: random.fork(key), count: 0 };
    pair.count += 1;
    remember(pairs, key, pair, MAX_PAIRS);
    const toPhone = (counts.get(destination) ?? 0) + 1;
    remember(counts, destination, toPhone, MAX_PAIRS);
    const script =
      scripts.get(destination)?.find((line) => concerns(line, source, toPhone, pair.count)) ?? null;
    const total = part.concatenation?.total ?? 1;
    const fate = decideFate(
      carrierScenario(scenario, carrier),
      script,
      pair.random.fork(String(pair.count)),
      total,
    );
    const throttlesLeft = fate.parts.map(({ submit }) => (submit.kind === 'throttle' ? submit.times : 0));
    lastId += 1;
    return { id: lastId, nth: pair.count, fate, throttlesLeft, putOff: [], lastAt: now() };
  }

  /** A long message deferred at its first part is retried under another reference, and is still the same message. */
  function findRetried(part: IncomingPart, key: string): OpenMessage | undefined {
    const again = part.concatenation?.part === 1 ? putOff.get(firstPartKey(part)) : undefined;
    if (again === undefined) return undefined;
    putOff.delete(firstPartKey(part));
    open.delete(again.key);
    open.set(key, again.message);
    return again.message;
  }

  return {
    take(part) {
      const index = (part.concatenation?.part ?? 1) - 1;
      const key = keyOf(part);
      const isOfIt = (one: OpenMessage | undefined) =>
        one !== undefined && !isAnother(one, index, part.payload, now()) ? one : undefined;
      const known = isOfIt(open.get(key)) ?? isOfIt(findRetried(part, key));
      const isNewMessage = known === undefined;
      const message = known ?? begin(part);
      message.lastAt = now();
      const left = message.throttlesLeft[index] ?? 0;
      message.throttlesLeft[index] = left - 1;
      if (left > 0) message.putOff[index] = Buffer.from(part.payload);
      if (message.throttlesLeft.some((times) => times >= 0)) remember(open, key, message, MAX_OPEN);
      else open.delete(key);
      if (left > 0 && part.concatenation?.part === 1)
        remember(putOff, firstPartKey(part), { message, key }, MAX_OPEN);
      const fate = message.fate.parts[index];
      if (fate === undefined) throw new RangeError(`part ${index + 1} of ${message.fate.parts.length}`);
      const { id, nth } = message;
      return { fate, message: message.fate, id, nth, isNewMessage, isThrottled: left > 0 };
    },
  };
}

/**
 * Whether a part belongs to a new message, because 8-bit references are reused: it was accepted before, its text is not
 * that of the throttled part, or it arrives long after the others.
 */
function isAnother(
  { throttlesLeft, putOff, lastAt }: OpenMessage,
  index: number,
  payload: Buffer,
  now: number,
): boolean {
  if ((throttlesLeft[index] ?? -1) < 0) return true;
  const expected = putOff[index];
  return expected === undefined ? now - lastAt > LONGEST_BETWEEN_PARTS_MS : !expected.equals(payload);
}

function keyOf({ source, destination, concatenation, payload }: IncomingPart): string {
  if (concatenation === null) return `${source} ${destination} ${payload.toString('latin1')}`;
  return `${source} ${destination} ${concatenation.ref}/${concatenation.total}`;
}

function firstPartKey({ source, destination, concatenation, payload }: IncomingPart): string {
  return `${source} ${destination} of ${concatenation?.total} ${payload.toString('latin1')}`;
}

function concerns(line: ScriptLine, source: string, toPhone: number, ofPair: number): boolean {
  if (line.source !== null && line.source !== source) return false;
  return line.nth === null || line.nth === (line.source === null ? toPhone : ofPair);
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
