/** Queueing, eviction and shares of the fair gate. */
import { expect, test } from 'vitest';
import { createFairGate, type FairGateLimits, type GateCaller } from './fair-gate.ts';

const stranger = (chargedTo: string): GateCaller => ({ chargedTo, isKnown: false });
const account = (chargedTo: string): GateCaller => ({ chargedTo, isKnown: true });

/** A gate with one slot, taken until `release()`; `order` lists who was admitted after that. */
function createTakenGate(waiting: number, limits: Partial<FairGateLimits> = {}) {
  const gate = createFairGate({ atOnce: 1, waiting, ...limits });
  const order: string[] = [];
  let release: () => void = () => undefined;
  const first = gate.pass(stranger('first'), () => new Promise<void>((end) => (release = end)));
  const ask = (name: string, caller: GateCaller, signal?: AbortSignal) =>
    gate.pass(
      caller,
      async () => {
        order.push(name);
        return name;
      },
      signal,
    );
  return { order, ask, release: () => release(), first };
}

test('GUARD-6 callers are served in turn: ten requests of one delay another by one', async () => {
  const { order, ask, release } = createTakenGate(100);
  const flood = Array.from({ length: 10 }, (_, nth) => ask(`flood ${nth}`, stranger('flood')));
  const single = ask('single', stranger('single'));
  release();
  await Promise.all([...flood, single]);
  expect(order.indexOf('single')).toBe(1);
});

test('GUARD-6 a known caller goes ahead of every unknown one', async () => {
  const { order, ask, release } = createTakenGate(100);
  const strangers = ['a', 'b', 'c'].map((network) => ask(network, stranger(network)));
  const known = ask('known', account('a'));
  release();
  await Promise.all([...strangers, known]);
  expect(order).toEqual(['known', 'a', 'b', 'c']);
});

test('GUARD-6 when the lane is full, a caller with none waiting evicts the last of the longest queue', async () => {
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

test('refuses one more stranger when each has exactly one waiting', async () => {
  const { ask, release } = createTakenGate(2);
  const waiting = ['a', 'b'].map((network) => ask(network, stranger(network)));
  expect(await ask('c', stranger('c'))).toBeNull();
  release();
  expect(await Promise.all(waiting)).toEqual(['a', 'b']);
});

test('GUARD-1 a known caller with none waiting is never refused, and a second one of the same is', async () => {
  const { ask, release } = createTakenGate(2);
  const waiting = ['a', 'b', 'c', 'd'].map((name) => ask(name, account(name)));
  expect(await ask('a', account('a'))).toBeNull();
  release();
  expect(await Promise.all(waiting)).toEqual(['a', 'b', 'c', 'd']);
});

test('GUARD-1 one caller holds at most its share of the slots, and the rest is free for others', async () => {
  const gate = createFairGate({ atOnce: 2, ofCaller: 1, waiting: 10 });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (name: string, chargedTo: string, until = Promise.resolve()) =>
    gate.pass(account(chargedTo), async () => {
      begun.push(name);
      await until;
    });
  const flood = [1, 2, 3].map((nth) => ask(`flood ${nth}`, 'flood', held.promise));
  await ask('single', 'single');
  expect(begun).toEqual(['flood 1', 'single']);
  held.resolve();
  await Promise.all(flood);
  expect(begun).toEqual(['flood 1', 'single', 'flood 2', 'flood 3']);
});

test('GUARD-1 a caller that gives up leaves the queue', async () => {
  const { order, ask, release } = createTakenGate(2);
  const leaving = new AbortController();
  const left = ask('left', stranger('a'), leaving.signal);
  const stays = ask('stays', stranger('a'));
  leaving.abort(new Error('disconnected'));
  await expect(left).rejects.toThrow('disconnected');
  // Its place is free again.
  const next = ask('next', stranger('a'));
  await expect(ask('late', stranger('b'), leaving.signal)).rejects.toThrow('disconnected');
  release();
  await Promise.all([stays, next]);
  expect(order).toEqual(['stays', 'next']);
});

test('work that fails passes its slot on', async () => {
  const gate = createFairGate({ atOnce: 1, waiting: 1 });
  await expect(gate.pass(stranger('a'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.pass(stranger('a'), async () => 'in')).toBe('in');
});
