/** Runs calls in order, a few at once. */
import { expect, it } from 'vitest';
import { runFewAtOnce } from './run-few-at-once.ts';

it('EVIDENCE-7 starts in order, never more than 4 at once', async () => {
  const open: { job: number; end: (goesOn: boolean) => void }[] = [];
  const started: number[] = [];
  const jobs = Array.from({ length: 10 }, (_, job) => job);
  const all = runFewAtOnce(jobs, (job) => {
    started.push(job);
    return new Promise((end) => open.push({ job, end }));
  });
  let most = 0;
  while (started.length < jobs.length || open.length > 0) {
    most = Math.max(most, open.length);
    // The newest first: the order in which calls end does not matter.
    open.pop()?.end(true);
    await Promise.resolve();
    await Promise.resolve();
  }
  await all;
  expect(most).toBe(4);
  expect(started).toEqual(jobs);
});

it('EVIDENCE-7 starts no further job once one returns false, and waits for those in flight', async () => {
  const ended: number[] = [];
  await runFewAtOnce([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], async (job) => {
    await Promise.resolve();
    ended.push(job);
    return job !== 2;
  });
  expect(ended).toContain(2);
  expect(ended).not.toContain(9);
});
