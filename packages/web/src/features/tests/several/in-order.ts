/** Runs many calls in order, a few at once. */

/**
 * Starts the jobs in their order; resolves when all that were started have ended.
 * @param atOnce how many run at the same time
 * @param run must not reject; false starts no further job
 */
export async function runInOrder<Job>(
  jobs: readonly Job[],
  atOnce: number,
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
  await Promise.all(Array.from({ length: atOnce }, runNext));
}
