/** Assignment of submit_sm to messages, and fates that repeat in any order of arrival. */
import { describe, expect, it } from 'vitest';
import { createMessageBook, type IncomingPart } from './message-book.ts';
import { createRandom, type Random } from './random.ts';
import { loadScenario } from './scenario.ts';
import type { FateMark, Scenario } from './scenario-model.ts';

const STORMY = loadScenario('stormy');
const PHONES = ['+12125550101', '+13105550102', '+14155550103'];
const NOW = () => 0;
const OFFICES = ['+12025550100', '+12025550199'];

function scriptOf(...script: object[]): Scenario {
  return loadScenario(JSON.stringify({ script }));
}

function short(text: string, extra: Partial<IncomingPart> = {}): IncomingPart {
  const payload = Buffer.from(text);
  return {
    carrier: 'AT&T',
    source: OFFICES[0] as string,
    destination: PHONES[0] as string,
    concatenation: null,
    payload,
    ...extra,
  };
}

function long(ref: number, part: number, total = 3, extra: Partial<IncomingPart> = {}): IncomingPart {
  return short(`part ${part}`, { concatenation: { ref, total, part }, ...extra });
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

describe('a run is repeatable', () => {
  /** The fate of each message by sender, phone and count; the codes in the texts differ in each run. */
  function run(seed: string, order: string): Map<string, unknown> {
    const random = createRandom(order);
    const book = createMessageBook(STORMY, createRandom(seed), NOW);
    const arrivals = Array.from({ length: 20 }, () =>
      OFFICES.flatMap((source) => PHONES.map((destination) => ({ source, destination }))),
    ).flat();
    const fates = new Map<string, unknown>();
    for (const [index, pair] of shuffled(arrivals, random).entries()) {
      const { nth, message } = book.take(short(`Hello #${order}${index}`, pair));
      fates.set(`${pair.source} ${pair.destination} ${nth}`, message);
    }
    return fates;
  }

  it('with the same seed, in any order of messages between other numbers', () => {
    const first = run('seed', 'order 1');
    expect(first.size).toBe(120);
    const second = run('seed', 'order 2');
    for (const [key, fate] of first) expect(second.get(key)).toEqual(fate);
  });

  it('with other fates under another seed', () => {
    expect(run('seed', 'order 1')).not.toEqual(run('other', 'order 1'));
  });
});

describe('a long message', () => {
  it('is one message, in any order of its parts', () => {
    const book = createMessageBook(STORMY, createRandom(1), NOW);
    const taken = [3, 1, 2].map((part) => book.take(long(9, part)));
    expect(taken.map(({ isNewMessage }) => isNewMessage)).toEqual([true, false, false]);
    expect(new Set(taken.map(({ message }) => message)).size).toBe(1);
    expect(taken.map(({ fate }) => fate)).toEqual([2, 0, 1].map((index) => taken[0]?.message.parts[index]));
  });

  it('is a new one when its reference is reused, complete or not', () => {
    const book = createMessageBook(STORMY, createRandom(1), NOW);
    for (const part of [1, 2, 3]) book.take(long(9, part));
    expect(book.take(long(9, 1))).toMatchObject({ isNewMessage: true, nth: 2 });
    expect(book.take(long(9, 1))).toMatchObject({ isNewMessage: true, nth: 3 });
  });
});

describe('a message with a missing part', () => {
  it('is not completed by a part that comes much later under a reused reference', () => {
    let now = 0;
    const book = createMessageBook(loadScenario('perfect'), createRandom(1), () => now);
    const left = [2, 3].map((part) => book.take(long(9, part)).id);
    expect(new Set(left).size).toBe(1);
    now = 120_001;
    const next = [1, 2, 3].map((part) => book.take(long(9, part)));
    expect(next.map(({ isNewMessage }) => isNewMessage)).toEqual([true, false, false]);
    expect(new Set(next.map(({ id }) => id))).toEqual(new Set([(left[0] ?? 0) + 1]));
  });

  it('is completed by a part that comes after a new bind', () => {
    let now = 0;
    const book = createMessageBook(loadScenario('perfect'), createRandom(1), () => now);
    const { id } = book.take(long(9, 1));
    now = 75_000;
    for (const part of [2, 3]) expect(book.take(long(9, part))).toMatchObject({ id, isNewMessage: false });
  });
});

describe('a throttled message', () => {
  const script = scriptOf({ destination: PHONES[0], nth: 1, fate: 'throttled' });

  it('is accepted when retried, as the same message', () => {
    const book = createMessageBook(script, createRandom('throttle'), NOW);
    const tries = [];
    do tries.push(book.take(short('same text')));
    while (tries.at(-1)?.isThrottled);
    const times = tries[0]?.fate.submit;
    expect(times).toEqual({ kind: 'throttle', times: tries.length - 1 });
    expect(tries.filter(({ isNewMessage }) => isNewMessage)).toHaveLength(1);
    expect(book.take(short('same text'))).toMatchObject({ isNewMessage: true, nth: 2, isThrottled: false });
  });

  it('stays the same when it is retried under another reference from its first part', () => {
    const scenario = loadScenario(JSON.stringify({ everyCarrier: { rates: { throttling: 1 } } }));
    const book = createMessageBook(scenario, createRandom('long'), NOW);
    const first = (ref: number, text: string) => long(ref, 1, 2, { payload: Buffer.from(text) });
    // The throttled part is random: pick a message where it is the first.
    for (let nth = 1; ; nth += 1) {
      const begun = book.take(first(2 * nth, `text ${nth}`));
      expect(begun).toMatchObject({ isNewMessage: true, nth });
      if (!begun.isThrottled) continue;
      const again = book.take(first(2 * nth + 1, `text ${nth}`));
      expect(again).toMatchObject({ isNewMessage: false, nth, id: begun.id });
      expect(book.take(first(2 * nth + 3, 'another'))).toMatchObject({ isNewMessage: true, nth: nth + 1 });
      return;
    }
  });

  it('that is never retried is not confused with the next one under its reference', () => {
    const scenario = loadScenario(JSON.stringify({ everyCarrier: { rates: { throttling: 1 } } }));
    const book = createMessageBook(scenario, createRandom('long'), NOW);
    const of = (text: string, part: number) => long(7, part, 2, { payload: Buffer.from(`${text} ${part}`) });
    // The throttled part is random: pick a message where it is the first.
    for (let nth = 1; ; nth += 1) {
      const begun = book.take(of(`text ${nth}`, 1));
      if (!begun.isThrottled) continue;
      const next = book.take(of('next', 1));
      expect(next).toMatchObject({ isNewMessage: true, nth: nth + 1 });
      expect(book.take(of('next', 2))).toMatchObject({ isNewMessage: false, id: next.id });
      return;
    }
  });

  it('does not delay another text to the same phone', () => {
    const book = createMessageBook(script, createRandom('throttle'), NOW);
    expect(book.take(short('first')).isThrottled).toBe(true);
    expect(book.take(short('second'))).toMatchObject({ isThrottled: false, nth: 2 });
  });
});

describe('a script', () => {
  const marksOf = (scenario: Scenario, parts: IncomingPart[]): (readonly FateMark[])[] => {
    const book = createMessageBook(scenario, createRandom(1), NOW);
    return parts.map((part) => book.take(part).message.marks);
  };

  it('selects a message by its number to the phone', () => {
    const scenario = scriptOf({ destination: PHONES[0], nth: 2, fate: 'lost' });
    const other = { source: OFFICES[1] as string };
    expect(marksOf(scenario, [short('a'), short('b', other), short('c')])).toEqual([[], ['lost'], []]);
  });

  it('counts by sender if it names one', () => {
    const scenario = scriptOf({ destination: PHONES[0], source: OFFICES[1], nth: 1, fate: 'lie' });
    const other = { source: OFFICES[1] as string };
    expect(marksOf(scenario, [short('a'), short('b', other), short('c', other)])).toEqual([[], ['lie'], []]);
  });

  it('applies without a number to every message to the phone, and to no other phone', () => {
    const scenario = scriptOf({ destination: PHONES[0], fate: ['receipt-twice', 'delivered-twice'] });
    const elsewhere = { destination: PHONES[1] as string };
    const both = ['receipt-twice', 'delivered-twice'];
    expect(marksOf(scenario, [short('a'), short('b', elsewhere), short('c')])).toEqual([both, [], both]);
  });

  it('applies the first matching line, before any rate', () => {
    const file = {
      everyCarrier: { rates: { loss: 1 } },
      script: [
        { destination: PHONES[0], nth: 1, fate: 'delivered' },
        { destination: PHONES[0], fate: 'rejected' },
      ],
    };
    expect(marksOf(loadScenario(JSON.stringify(file)), [short('a'), short('b')])).toEqual([[], ['rejected']]);
  });
});
