/** How often a test that lives by repetition repeats: ten times as often in `npm run soak` as in `npm test`. */

/** @param usual how often, or how many milliseconds, in `npm test` */
export function soakTimes(usual: number): number {
  return process.env.TEXTPROBE_SOAK ? 10 * usual : usual;
}
