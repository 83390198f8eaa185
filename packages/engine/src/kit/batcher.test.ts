import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('calls during a write form the next batch, in order', async () => {
  const written: number[][] = [];
  const begun: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  const gate = Promise.withResolvers<void>();
  const batcher = createBatcher<number, number>({
    maxSize: 3,
    async write(items) {
      written.push([...items]);
      begun[written.length - 1]?.resolve();
      if (written.length === 1) await gate.promise;
      return items.map((item) => item * 10);
    },
  });
  const first = batcher.add(1);
  await begun[0]?.promise;
  const rest = [2, 3, 4, 5].map((item) => batcher.add(item));
  expect(written).toEqual([[1]]);
  gate.resolve();
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50]);
  await batcher.idle();
  expect(written).toEqual([[1], [2, 3, 4], [5]]);
});

test('a batch gathers more items if the caller asks for it', async () => {
  const written: number[][] = [];
  const asked: number[] = [];
  const gathering = Promise.withResolvers<void>();
  const more = Promise.withResolvers<void>();
  const batcher = createBatcher<number, number>({
    maxSize: 3,
    gather(lastSize) {
      asked.push(lastSize);
      if (lastSize < 2) return undefined;
      gathering.resolve();
      return more.promise;
    },
    async write(items) {
      written.push([...items]);
      return [...items];
    },
  });
  await Promise.all([1, 2].map((item) => batcher.add(item)));
  const third = batcher.add(3);
  await gathering.promise;
  const fourth = batcher.add(4);
  more.resolve();
  await Promise.all([third, fourth]);
  await Promise.all([5, 6, 7].map((item) => batcher.add(item)));
  expect(written).toEqual([
    [1, 2],
    [3, 4],
    [5, 6, 7],
  ]);
  expect(asked).toEqual([0, 2]);
});

test('an item that is not chosen waits for a later batch, and is offered again only after a pause', async () => {
  const written: number[][] = [];
  const offered: number[][] = [];
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const paused = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pausesBegun = 0;
  const batcher = createBatcher<number, number>({
    maxSize: 2,
    choice: {
      choose(waiting) {
        offered.push([...waiting]);
        return waiting.map((item) => item % 2 === 1 || waiting.includes(6));
      },
      async pause() {
        const nth = pausesBegun++;
        paused[nth]?.resolve();
        await pauses[nth]?.promise;
      },
    },
    async write(items) {
      written.push([...items]);
      return [...items];
    },
  });
  const first = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  await paused[0]?.promise;
  expect(written).toEqual([[1, 3], [5]]);
  // Nothing polls in the meantime: the awaited items arrive through the same event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(offered).toEqual([
    [1, 2, 3, 4, 5],
    [2, 4, 5],
    [2, 4],
  ]);
  pauses[0]?.resolve();
  await paused[1]?.promise;
  expect(offered.slice(3)).toEqual([[2, 4]]);
  const sixth = batcher.add(6);
  pauses[1]?.resolve();
  await Promise.all([...first, sixth]);
  expect(written).toEqual([[1, 3], [5], [2, 4], [6]]);
});

test.each([
  ['invalid byte sequence', '22021'],
  ['index row size 4016 exceeds btree version 4 maximum 2704', '54000'],
  ['ON CONFLICT DO UPDATE command cannot affect row a second time', '21000'],
  ['raised by a trigger', 'P0001'],
  ['could not read block 7', 'XX001'],
])('GUARD-11 an item that the database refuses fails alone: %s', async (message, code) => {
  const refusal = Object.assign(new Error(message), { code });
  const batcher = createBatcher<string, string>({
    maxSize: 100,
    async write(items) {
      if (items.includes('bad')) throw refusal;
      return items.map((item) => item.toUpperCase());
    },
  });
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map((item) => batcher.add(item)));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual([
    'A',
    'B',
    refusal,
    'C',
    'D',
  ]);
});

test('an unavailable database fails the whole batch at once, not item by item', async () => {
  let writes = 0;
  const batcher = createBatcher<number, number>({
    maxSize: 100,
    async write() {
      writes += 1;
      throw new Error('connection refused');
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toBe(1);
});

test('without promises exactly one callback is called for each item, with its result or its error', async () => {
  const batcher = createBatcher<number, number>({
    maxSize: 2,
    async write(items) {
      if (items.includes(3)) throw new Error('lost');
      return items.map((item) => item * 10);
    },
  });
  const calls: unknown[] = [];
  for (const item of [1, 2, 3])
    batcher.push(
      item,
      (result) => calls.push([item, result]),
      (error) => calls.push([item, String(error)]),
    );
  expect(calls).toEqual([]);
  await batcher.idle();
  expect(calls).toEqual([
    [1, 10],
    [2, 20],
    [3, 'Error: lost'],
  ]);
});
