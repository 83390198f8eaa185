import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = () => () => {};

test('a message that does not fit waits, and a small one does not overtake a large one', async () => {
  const slots = createSlots(() => 4, never);
  expect(slots.take(3)).toBe(3);
  const order: string[] = [];
  const large = Promise.resolve(slots.take(3)).then((granted) => order.push(`large ${granted}`));
  const small = Promise.resolve(slots.take(1)).then((granted) => order.push(`small ${granted}`));
  expect(slots.claimed()).toBe(7);
  slots.give(3);
  await Promise.all([large, small]);
  expect(order).toEqual(['large 3', 'small 1']);
  expect(slots.claimed()).toBe(4);
});

test('a message with more parts than slots takes all slots', () => {
  const slots = createSlots(() => 4, never);
  expect(slots.take(30)).toBe(4);
});

test('a waiter that times out leaves the queue and lets the next one in', async () => {
  const timeouts: (() => void)[] = [];
  const slots = createSlots(
    () => 4,
    (onTimeout) => {
      timeouts.push(onTimeout);
      return () => {};
    },
  );
  expect(slots.take(3)).toBe(3);
  const large = slots.take(2);
  const small = slots.take(1);
  timeouts[0]?.();
  expect(await Promise.all([large, small])).toEqual([0, 1]);
});

test('a rejected waiter gets no slots, and a higher limit serves the queue', async () => {
  let limit = 0;
  const slots = createSlots(() => limit, never);
  const first = slots.take(1);
  slots.rejectWaiters();
  expect(await first).toBe(0);
  const second = slots.take(2);
  limit = 2;
  slots.admit();
  expect(await second).toBe(2);
});

test('takeFree takes a free slot, and has no effect if none is free or a message is waiting', async () => {
  let limit = 2;
  const slots = createSlots(() => limit, never);
  expect([slots.takeFree(), slots.takeFree(), slots.takeFree()]).toEqual([true, true, false]);
  expect(slots.claimed()).toBe(2);
  const waiting = slots.take(2);
  limit = 3;
  expect(slots.takeFree()).toBe(false);
  expect(slots.claimed()).toBe(4);
  slots.give(1);
  expect(await waiting).toBe(2);
  slots.give(2);
  expect(slots.takeFree()).toBe(true);
  expect(slots.claimed()).toBe(2);
});

test('the claimed count is right after a timeout and a rejection', async () => {
  const timeouts: (() => void)[] = [];
  const slots = createSlots(
    () => 1,
    (onTimeout) => {
      timeouts.push(onTimeout);
      return () => {};
    },
  );
  expect(slots.takeFree()).toBe(true);
  const impatient = slots.take(1);
  const patient = slots.take(1);
  expect(slots.claimed()).toBe(3);
  timeouts[0]?.();
  expect(slots.claimed()).toBe(2);
  slots.rejectWaiters();
  expect(slots.claimed()).toBe(1);
  expect(await Promise.all([impatient, patient])).toEqual([0, 0]);
});
