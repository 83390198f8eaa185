import { expect, test } from 'vitest';
import { createLine, type Leave } from './line.ts';

const nobodyLeaves = new AbortController().signal;

async function enter(line: ReturnType<typeof createLine>): Promise<Leave> {
  const leave = await line.enter(nobodyLeaves);
  if (leave === 'full') throw new Error('the line is full');
  return leave;
}

test('who comes first is served first, and beyond the places nobody waits', async () => {
  const line = createLine(1, 2);
  const leave = await enter(line);
  const served: string[] = [];
  const second = enter(line).then((next) => (served.push('second'), next));
  const third = enter(line).then((next) => (served.push('third'), next));
  expect(await line.enter(nobodyLeaves)).toBe('full');
  leave();
  (await second)();
  (await third)();
  expect(served).toEqual(['second', 'third']);
  // All have left: the counter is free again.
  expect(await line.enter(nobodyLeaves)).not.toBe('full');
});

test('who is gone already is not served', async () => {
  await expect(createLine(1, 1).enter(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
