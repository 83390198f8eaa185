/** Queueing and eviction in the fair gate. */
import { expect, test } from 'vitest';
import { createFairGate, type GateCaller } from './gate.ts';

/** A gate with one slot, taken until `release()`; `order` lists who was admitted after that. */
function createTakenGate(waiting: number) {
  const gate = createFairGate(1, waiting);
  const order: string[] = [];
  let release: () => void = () => undefined;
  const first = gate.pass(
    { network: 'first', isKnown: false },
    () => new Promise<void>((end) => (release = end)),
  );
  const ask = (name: string, caller: GateCaller) =>
    gate.pass(caller, async () => {
      order.push(name);
      return name;
    });
  return { order, ask, release: () => release(), first };
}

const stranger = (network: string): GateCaller => ({ network, isKnown: false });

test('GUARD-6 networks are served in turn: ten requests of one delay another by one', async () => {
  const { order, ask, release } = createTakenGate(100);
  const flood = Array.from({ length: 10 }, (_, nth) => ask(`flood ${nth}`, stranger('flood')));
  const single = ask('single', stranger('single'));
  release();
  await Promise.all([...flood, single]);
  expect(order.indexOf('single')).toBe(1);
});

test('GUARD-6 a known browser goes ahead of every unknown one', async () => {
  const { order, ask, release } = createTakenGate(100);
  const strangers = ['a', 'b', 'c'].map((network) => ask(network, stranger(network)));
  const known = ask('known', { network: 'a', isKnown: true });
  release();
  await Promise.all([...strangers, known]);
  expect(order).toEqual(['known', 'a', 'b', 'c']);
});

test('GUARD-6 when the lane is full, a network with none waiting evicts the last of the longest queue', async () => {
  const { order, ask, release } = createTakenGate(3);
  const flood = [1, 2, 3].map((nth) => ask(`flood ${nth}`, stranger('flood')));
  expect(await ask('one more', stranger('flood'))).toBeNull();
  const single = ask('single', stranger('single'));
  expect(await flood[2]).toBeNull();
  release();
  expect(await single).toBe('single');
  await Promise.all(flood);
  expect(order).toEqual(['flood 1', 'single', 'flood 2']);
});

test('refuses one more when every network has exactly one waiting', async () => {
  const { ask, release } = createTakenGate(2);
  const waiting = ['a', 'b'].map((network) => ask(network, stranger(network)));
  expect(await ask('c', stranger('c'))).toBeNull();
  release();
  expect(await Promise.all(waiting)).toEqual(['a', 'b']);
});

test('work that fails passes its slot on', async () => {
  const gate = createFairGate(1, 1);
  await expect(gate.pass(stranger('a'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.pass(stranger('a'), async () => 'in')).toBe('in');
});
