/**
 * Which message a submit_sm belongs to, the how-manieth of its sender to its phone that is, and hence its fate.
 * Fates hang on seed, carrier, sender, phone and that count alone. Message codes in the text are random, so
 * the text has no say; and messages between other numbers may come in any order.
 */
import { decideFate, type MessageFate, type PartFate } from './fate.ts';
import type { Random } from './random.ts';
import { carrierScenario, type Scenario, type ScriptLine } from './scenario-model.ts';

/** A submit_sm as far as it tells messages apart. */
export interface IncomingPart {
  readonly carrier: string;
  readonly source: string;
  readonly destination: string;
  /** Null for a message that stands alone. */
  readonly concatenation: { readonly ref: number; readonly total: number; readonly part: number } | null;
  /** What tells a short message tried again from the next one: its octets. */
  readonly payload: Buffer;
}

export interface TakenPart {
  readonly fate: PartFate;
  readonly message: MessageFate;
  /** The lab's own number of the message, counted from 1 as they come. */
  readonly id: number;
  /** Counted from 1 over the messages of this sender to this phone. */
  readonly nth: number;
  /** Whether this is the first that is seen of its message. */
  readonly isNewMessage: boolean;
  /** Whether this try is to be answered ESME_RTHROTTLED; a later one of the same part goes through. */
  readonly isThrottled: boolean;
}

export interface MessageBook {
  take(part: IncomingPart): TakenPart;
}

/** Messages not all of whose parts were taken, and pairs of numbers: beyond this many the oldest are forgotten. */
const MAX_OPEN = 10_000;
const MAX_PAIRS = 100_000;
/**
 * A part that comes later after the last one belongs to another message, under a reference that came round: a part may have
 * gone down with its link, and is then never sent again. Longer than a gateway waits between two tries to bind. Milliseconds.
 */
const LONGEST_BETWEEN_PARTS_MS = 120_000;

interface OpenMessage {
  readonly id: number;
  readonly nth: number;
  readonly fate: MessageFate;
  /** For each part how often it is still to be throttled; -1 once it was taken. */
  readonly throttlesLeft: number[];
  /** For each part that was throttled its octets, with which it comes again. */
  readonly putOff: (Buffer | undefined)[];
  /** When its last part came, by the clock. */
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

  /** Put off with its first part, a long message comes again under another reference, and is still the same. */
  function comeAgain(part: IncomingPart, key: string): OpenMessage | undefined {
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
      const known = isOfIt(open.get(key)) ?? isOfIt(comeAgain(part, key));
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
 * References of 8 bits come round: a part that was taken before opens a new message, and so does one that was put off and
 * never came again, where another text comes in its place, and one that comes long after the others.
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
