/**
 * UTC months as whole numbers (months since January 1970): what message codes name and partitions are cut by. Plain
 * arithmetic, as it is needed for every code drawn and every arrival.
 */

const DAY_MS = 86_400_000;

/** The month an instant (epoch milliseconds) lies in. */
export function monthIndexOf(at: number): number {
  // Estimated by the mean month, which is never off by more than one, then put right.
  const estimate = Math.floor(at / DAY_MS / 30.436875);
  if (startOfMonth(estimate) > at) return estimate - 1;
  return startOfMonth(estimate + 1) <= at ? estimate + 1 : estimate;
}

/** The first instant of a month, in epoch milliseconds. */
export function startOfMonth(monthIndex: number): number {
  // Years counted from March, so that the leap day comes last (proleptic Gregorian calendar).
  const fromMarch = monthIndex - 2;
  const year = 1970 + Math.floor(fromMarch / 12);
  const month = ((fromMarch % 12) + 12) % 12;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const days = year * 365 + leapDays + Math.floor((153 * month + 2) / 5);
  return (days - DAYS_TO_MARCH_1970 + 59) * DAY_MS;
}

/** From March of the year 0 to March 1970; that month began 59 days after the epoch. */
const DAYS_TO_MARCH_1970 = 1970 * 365 + 492 - 19 + 4;
