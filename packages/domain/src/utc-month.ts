/**
 * UTC months as integers (months since January 1970), used in message codes and for partitions. Plain arithmetic,
 * because every new code and every arrival needs it.
 */

const DAY_MS = 86_400_000;

/** The month of an instant (epoch milliseconds). */
export function monthIndexOf(at: number): number {
  // Estimated from the mean month, which is off by at most one, then corrected.
  const estimate = Math.floor(at / DAY_MS / 30.436875);
  if (startOfMonth(estimate) > at) return estimate - 1;
  return startOfMonth(estimate + 1) <= at ? estimate + 1 : estimate;
}

/** The first instant of a month, epoch milliseconds. */
export function startOfMonth(monthIndex: number): number {
  // Years start in March, so that the leap day comes last (proleptic Gregorian calendar).
  const fromMarch = monthIndex - 2;
  const year = 1970 + Math.floor(fromMarch / 12);
  const month = ((fromMarch % 12) + 12) % 12;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const days = year * 365 + leapDays + Math.floor((153 * month + 2) / 5);
  return (days - DAYS_TO_MARCH_1970 + 59) * DAY_MS;
}

/** From March of the year 0 to March 1970; that month started 59 days after the epoch. */
const DAYS_TO_MARCH_1970 = 1970 * 365 + 492 - 19 + 4;
