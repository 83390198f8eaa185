/** Repetitions of tests that rely on repetition: ten times as many in `npm run soak` as in `npm test`. */

/** @param usual the number of repetitions, or of milliseconds, in `npm test` */
export function soakTimes(usual: number): number {
  return process.env.TEXTPROBE_SOAK ? 10 * usual : usual;
}
