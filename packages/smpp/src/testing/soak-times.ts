/** As in the domain's tests, which this library must not know: ten times as often in `npm run soak` as in `npm test`. */

/** @param usual how often in `npm test` */
export function soakTimes(usual: number): number {
  return process.env.TEXTPROBE_SOAK ? 10 * usual : usual;
}
