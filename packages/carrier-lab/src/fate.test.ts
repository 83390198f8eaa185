/** Fates as pure decisions: frequencies, and the resulting answers, receipts and deliveries. */
import { describe, expect, it } from 'vitest';
import { decideFate, EARLY_GAP_MS, RECEIPT_GAP_MS } from './fate.ts';
import { createRandom } from './random.ts';
import { loadScenario } from './scenario.ts';
import {
  type CarrierScenario,
  carrierScenario,
  FATE_MARKS,
  type FateMark,
  RATE_MARKS,
  type RateName,
  type ScriptLine,
} from './scenario-model.ts';

function carrierOf(file: object): CarrierScenario {
  return loadScenario(JSON.stringify({ everyCarrier: file })).everyCarrier;
}

function scripted(marks: readonly FateMark[], extra: Partial<ScriptLine> = {}): ScriptLine {
  return {
    destination: '+1',
    source: null,
    nth: null,
    marks,
    media: null,
    answerAfter: null,
    deliverAfter: null,
    ...extra,
  };
}

const STEADY = carrierOf({ answer: { min: 40 }, delivery: { min: 100 }, receipt: { min: 30 } });
const random = createRandom('fate');
const fateOf = (marks: readonly FateMark[], total = 1) => decideFate(STEADY, scripted(marks), random, total);
const onlyPart = (marks: readonly FateMark[]) => fateOf(marks).parts[0];

describe('the effect of a mark', () => {
  it('none: an answer, then the delivery, then the receipt', () => {
    expect(fateOf([])).toEqual({
      marks: [],
      alterations: [],
      isSenderChanged: false,
      isMisrouted: false,
      media: ['intact', 'intact'],
      isLastFileOnly: false,
      parts: [
        {
          submit: { kind: 'accept' },
          answerAfterMs: 40,
          deliveries: [{ afterMs: 140 }],
          receipts: [{ state: 'delivered', afterMs: 170 }],
        },
      ],
    });
  });

  it('receipt-early: the receipt precedes the answer, in a separate write', () => {
    const part = onlyPart(['receipt-early']);
    expect(part?.answerAfterMs).toBe(40);
    expect(part?.receipts).toEqual([{ state: 'delivered', afterMs: 40 - EARLY_GAP_MS }]);
    const zero = decideFate(carrierOf({}), scripted(['receipt-early']), random, 1).parts[0];
    expect(zero?.receipts[0]?.afterMs).toBeLessThan(zero?.answerAfterMs ?? 0);
  });

  it('delivered-early: the handset has the message before the answer', () => {
    expect(onlyPart(['delivered-early'])).toMatchObject({
      answerAfterMs: 40,
      deliveries: [{ afterMs: 40 - EARLY_GAP_MS }],
    });
  });

  it.each([
    ['delivered', 'undeliverable', []],
    ['undeliverable', 'delivered', ['undeliverable']],
  ] as const)('receipts-contradict: a receipt says %s, a later one %s', (first, then, others) => {
    const states = onlyPart(['receipts-contradict', ...others])?.receipts.map(({ state }) => state);
    expect(states).toEqual([first, then]);
  });

  it.each([['throttled'], ['answer-lost']] as const)('%s affects one part of a long message', (mark) => {
    const kinds = fateOf([mark], 4).parts.map(({ submit }) => submit.kind);
    expect(kinds.filter((kind) => kind !== 'accept')).toHaveLength(1);
  });

  it('a receipt follows its answer after a minimum delay, however fast the carrier', () => {
    const part = decideFate(carrierOf({}), null, random, 1).parts[0];
    expect(part).toMatchObject({ answerAfterMs: 0, receipts: [{ afterMs: RECEIPT_GAP_MS }] });
  });

  it('a script overrides the times too', () => {
    const line = scripted([], { answerAfter: 1_000, deliverAfter: 60_000 });
    expect(decideFate(STEADY, line, random, 1).parts[0]).toMatchObject({
      answerAfterMs: 1_000,
      deliveries: [{ afterMs: 61_000 }],
    });
  });
});

describe('frequencies', () => {
  const COUNT = 20_000;
  const drawAll = (carrier: CarrierScenario) =>
    Array.from({ length: COUNT }, (_, index) =>
      decideFate(carrier, null, random.fork(`message ${index}`), 1),
    );
  const share = (fates: ReturnType<typeof drawAll>, mark: FateMark) =>
    fates.filter(({ marks }) => marks.includes(mark)).length / COUNT;

  it.each(Object.keys(RATE_MARKS) as RateName[])('%s marks its share of messages', (name) => {
    const fates = drawAll(carrierOf({ rates: { [name]: 0.05 } }));
    // Five standard deviations of a share of 5% in 20,000 draws.
    expect(Math.abs(share(fates, RATE_MARKS[name]) - 0.05)).toBeLessThan(0.0077);
    for (const other of FATE_MARKS) if (other !== RATE_MARKS[name]) expect(share(fates, other)).toBe(0);
  });

  it('raising one rate does not change the decisions of the others', () => {
    const before = drawAll(carrierOf({ rates: { duplicateReceipts: 0.1 } }));
    const after = drawAll(carrierOf({ rates: { duplicateReceipts: 0.1, alterations: 0.3 } }));
    const twice = (fates: typeof before) => fates.map(({ marks }) => marks.includes('receipt-twice'));
    expect(twice(after)).toEqual(twice(before));
    expect(share(after, 'altered')).toBeGreaterThan(0.25);
  });

  it('default: most arrive in 2 to 20 s, and 90% to 98% arrive at all', () => {
    const scenario = loadScenario('default');
    for (const name of ['AT&T', 'Verizon', 'T-Mobile']) {
      const fates = drawAll(carrierScenario(scenario, name));
      const times = fates.flatMap(({ parts }) => parts[0]?.deliveries[0]?.afterMs ?? []);
      expect(times.length / COUNT).toBeGreaterThan(0.9);
      expect(times.length / COUNT).toBeLessThan(0.98);
      const usual = times.filter((ms) => ms >= 1_500 && ms <= 20_000).length / times.length;
      expect(usual).toBeGreaterThan(0.94);
    }
  });

  it('perfect: everything is delivered and receipted within 300 ms', () => {
    const fates = drawAll(carrierScenario(loadScenario('perfect'), 'Verizon'));
    expect(fates.filter(({ marks, parts }) => marks.length > 0 || parts[0]?.deliveries.length !== 1)).toEqual(
      [],
    );
    expect(Math.max(...fates.map(({ parts }) => parts[0]?.receipts[0]?.afterMs ?? Infinity))).toBeLessThan(
      300,
    );
  });

  it('the tail of a latency takes its share', () => {
    const carrier = carrierOf({ delivery: { min: 100, max: 200, tail: { share: 0.1, max: 1_000 } } });
    const times = drawAll(carrier).flatMap(({ parts }) => parts[0]?.deliveries[0]?.afterMs ?? []);
    const late = times.filter((ms) => ms > 200).length / COUNT;
    expect(Math.abs(late - 0.1)).toBeLessThan(0.011);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...times)).toBeLessThanOrEqual(1_000);
  });
});
