import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = () => () => {};

test('who finds no room waits in line, and a small one does not overtake a large one', async () => {
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

test('a message of more parts than there are slots takes them all', () => {
  const slots = createSlots(() => 4, never);
  expect(slots.take(30)).toBe(4);
});

test('who loses patience leaves the line and lets the next one in', async () => {
  const leaves: (() => void)[] = [];
  const slots = createSlots(
    () => 4,
    (leave) => {
      leaves.push(leave);
      return () => {};
    },
  );
  expect(slots.take(3)).toBe(3);
  const large = slots.take(2);
  const small = slots.take(1);
  leaves[0]?.();
  expect(await Promise.all([large, small])).toEqual([0, 1]);
});

test('who is sent away gets nothing, and a risen limit lets in who fits', async () => {
  let limit = 0;
  const slots = createSlots(() => limit, never);
  const first = slots.take(1);
  slots.sendAway();
  expect(await first).toBe(0);
  const second = slots.take(2);
  limit = 2;
  slots.admit();
  expect(await second).toBe(2);
});

test('a free slot is taken at once; where none is, or somebody waits, nothing happens', async () => {
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

test('what is claimed is right again after one has left the line and the others were sent away', async () => {
  const leaves: (() => void)[] = [];
  const slots = createSlots(
    () => 1,
    (leave) => {
      leaves.push(leave);
      return () => {};
    },
  );
  expect(slots.takeFree()).toBe(true);
  const impatient = slots.take(1);
  const patient = slots.take(1);
  expect(slots.claimed()).toBe(3);
  leaves[0]?.();
  expect(slots.claimed()).toBe(2);
  slots.sendAway();
  expect(slots.claimed()).toBe(1);
  expect(await Promise.all([impatient, patient])).toEqual([0, 0]);
});
