import { expect, test } from 'vitest';
import type { Evidence, OutcomeEvidence, ReceiptEvidence } from './evidence.ts';
import { createEvidencePairs } from './evidence-pairs.ts';

const answer = (providerId: string): OutcomeEvidence => ({
  kind: 'outcome',
  key: { id: 1, createdAt: 0 },
  gatewayId: 1,
  attempt: 1,
  outcome: { kind: 'accepted', at: 0, parts: [{ part: 1, parts: 1, providerId }] },
});
const refused: OutcomeEvidence = { ...answer('none'), outcome: { kind: 'rejected', at: 0, error: 'no' } };
const receipt = (...idVariants: string[]): ReceiptEvidence => ({
  kind: 'receipt',
  receipt: {
    gatewayId: 1,
    providerId: idVariants[0] ?? '',
    idVariants,
    recipient: null,
    state: 3,
    error: null,
    at: 0,
    raw: '',
  },
});

test('an answer waits for its receipt while others have theirs, and both are written together', () => {
  const pairs = createEvidencePairs({ few: 2 });
  const [first, second] = [answer('00A1'), answer('B2')];
  expect(pairs.choose([first, second, receipt('x', 'a1')])).toEqual([true, false, true]);
  expect(pairs.choose([second, answer('C3'), receipt('b2'), receipt('c3')])).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('whatever has no receipt to wait for is written at once, and so is an unmatched receipt', () => {
  const pairs = createEvidencePairs({ few: 2 });
  const waiting = [refused, receipt('of an earlier one'), answer('A1'), receipt('a1'), receipt('a1')];
  expect(pairs.choose(waiting)).toEqual([true, true, true, true, true]);
});

test('with ambiguous ids, answers are chosen in arrival order, whatever was written before', () => {
  const ids = Array.from({ length: 324 }, (_, nth) => nth + 9);
  const answers = ids.map((id) => answer(id.toString(16)));
  // In decimal, which may also be the hex of another id.
  const receipts = ids.map((id) =>
    receipt(String(id), id.toString(16), String(Number.parseInt(String(id), 16))),
  );
  for (let written = 0; written < ids.length; written += 20) {
    for (let arrived = 0; arrived < ids.length; arrived += 20) {
      const pairs = createEvidencePairs({ few: 1 });
      const waiting = answers.slice(written);
      const chosen = pairs.choose([...waiting, ...receipts.slice(0, arrived)]);
      const order = chosen.slice(0, waiting.length);
      const count = order.filter((isChosen) => isChosen).length;
      expect(order.slice(0, count), `${written} written, ${arrived} arrived`).not.toContain(false);
    }
  }
});

test('an ambiguous id selects the answers before its own too, and leaves those after it', () => {
  const pairs = createEvidencePairs({ few: 1 });
  const waiting = [answer('1001'), answer('1002'), answer('1003')];
  expect(pairs.choose([...waiting, receipt('1002', '3ea', '4098')])).toEqual([true, true, false, true]);
});

test('an id that is too long to be ambiguous selects its answer alone', () => {
  const pairs = createEvidencePairs({ few: 1 });
  const waiting = [answer('1000000001'), answer('1000000002')];
  const unambiguous = receipt('1000000002', '3b9aca02', '68719476738');
  expect(pairs.choose([...waiting, unambiguous])).toEqual([false, true, true]);
});

test('no answer is passed over forever', () => {
  const pairs = createEvidencePairs({ few: 1 });
  const lonely = answer('A1');
  const looks = Array.from({ length: 30 }, () => pairs.choose([lonely])[0]);
  expect(looks.indexOf(true)).toBe(20);
  expect(looks.lastIndexOf(false)).toBe(19);
});

test('small batches do not wait, nor do any while receipts are late or missing, until they are quick again', () => {
  expect(createEvidencePairs({ few: 3 }).choose([answer('A1'), answer('B2')])).toEqual([true, true]);
  for (const others of [[receipt('of an earlier one')], []]) {
    const pairs = createEvidencePairs({ few: 1 });
    // A thousand new answers at a time: the in-flight cap.
    const arriveAlone = (name: string) => {
      let waiting: Evidence[] = Array.from({ length: 1_000 }, (_, nth) => answer(`${name}${nth}`));
      for (let looks = 0; ; looks += 1) {
        const present = [...waiting, ...others];
        const chosen = pairs.choose(present);
        waiting = waiting.filter((_item, place) => chosen[place] === false);
        if (waiting.length === 0) return looks;
      }
    };
    expect(['A', 'B', 'C', 'D', 'E', 'F'].map(arriveAlone)).toEqual([20, 20, 20, 20, 0, 0]);
    for (let nth = 0; nth < 1_000; nth += 1) pairs.choose([answer(`c${nth}`), receipt(`c${nth}`)]);
    expect(pairs.choose([answer('D4'), answer('E5'), receipt('d4')])).toEqual([true, false, true]);
  }
});

test('a small batch without receipts says nothing about the carrier', () => {
  const pairs = createEvidencePairs({ few: 3 });
  for (let look = 0; look < 5_000; look += 1)
    pairs.choose([answer(`A${look}`), receipt('of an earlier one')]);
  expect(pairs.choose([answer('B1'), answer('B2'), receipt('b1')])).toEqual([true, false, true]);
});
