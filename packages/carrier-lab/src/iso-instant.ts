/** An instant as ISO 8601 text without `Date`: the lab has no clock but the one handed to it. */

const MS_PER_DAY = 86_400_000;

/** `2026-11-21T18:00:00.000Z` for epoch milliseconds from 1970 to 9999. */
export function isoInstant(epochMs: number): string {
  const days = Math.floor(epochMs / MS_PER_DAY);
  const ms = Math.floor(epochMs - days * MS_PER_DAY);
  const { year, month, day } = civilDate(days);
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const time = `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}`;
  return `${date}T${time}.${pad(ms % 1000, 3)}Z`;
}

/**
 * The Gregorian date of a day counted from 1970-01-01. Years are counted from March, so that the leap day is
 * the last of its year and the months' lengths follow one straight line (153 days each five months).
 */
function civilDate(daysSince1970: number): { year: number; month: number; day: number } {
  const shifted = daysSince1970 + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
