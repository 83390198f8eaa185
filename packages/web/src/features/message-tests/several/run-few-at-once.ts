/** More calls at the same time would crowd out those of other users. */
const AT_ONCE = 4;

/**
 * Runs many calls in order, a few at once; resolves when all that were started have ended.
 * @param run must not reject; false starts no further job
 */
export async function runFewAtOnce<Job>(
  jobs: readonly Job[],
  run: (job: Job) => Promise<boolean>,
): Promise<void> {
  const left = jobs.values();
  let goesOn = true;
  async function runNext(): Promise<void> {
    while (goesOn) {
      const { value: job, done } = left.next();
      if (done) return;
      if (!(await run(job))) goesOn = false;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
}
