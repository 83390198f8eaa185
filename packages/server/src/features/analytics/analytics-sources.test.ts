import { expect, test } from 'vitest';
import { shareReads } from './analytics-sources.ts';

/** Reads that finish when the test says so; each answers with its number. */
function heldReads() {
  const begun: { asked: string; end(): void; fail(): void }[] = [];
  const read = shareReads((asked: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const number = begun.length + 1;
    begun.push({ asked, end: () => resolve(number), fail: () => reject(new Error('the database is gone')) });
    return promise;
  });
  return { begun, read };
}

test('callers during a read share the next one, which begins after they called', async () => {
  const { begun, read } = heldReads();
  const first = read('a');
  const later = [read('a'), read('a'), read('a')];
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  expect(await first).toBe(1);
  expect(begun).toHaveLength(2);
  const last = read('a');
  begun[1]?.end();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(begun).toHaveLength(3);
  begun[2]?.end();
  expect(await last).toBe(3);
  const afterwards = read('a');
  expect(begun).toHaveLength(4);
  begun[3]?.end();
  expect(await afterwards).toBe(4);
});

test('reads with another argument do not wait', () => {
  const { begun, read } = heldReads();
  void read('a');
  void read('b');
  expect(begun.map(({ asked }) => asked)).toEqual(['a', 'b']);
});

test('a failed read fails for the callers who share it, not for the next', async () => {
  const { begun, read } = heldReads();
  const first = read('a');
  const second = read('a');
  begun[0]?.fail();
  await expect(first).rejects.toThrow('the database is gone');
  begun[1]?.end();
  expect(await second).toBe(2);
});
