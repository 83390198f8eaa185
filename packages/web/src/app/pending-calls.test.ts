/** Calls that wait for the answer of one dialog. */
import { expect, test } from 'vitest';
import { createPendingCalls } from './pending-calls.ts';

test('ACCT-9: calls that wait together get one answer, and a later one waits for the next', async () => {
  const calls = createPendingCalls();
  const together = [calls.wait(), calls.wait()];
  calls.release(true);
  const later = calls.wait();
  calls.release(false);
  expect(await Promise.all([...together, later])).toEqual([true, true, false]);
});
