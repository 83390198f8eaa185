/**
 * Prints the occurrences of some rules after the instants given as arguments (epoch milliseconds); a test runs it in
 * several time zones.
 */
import { nearestToMissing } from '../los-angeles-wall-time.ts';
import { parseRecurrenceRule } from '../parse-recurrence-rule.ts';
import { nextOccurrences } from '../recurrence.ts';

const RULES = [
  { frequency: 'days', time: '02:30' },
  { frequency: 'days', interval: 3, time: '01:30', start_date: '2026-01-31' },
  { frequency: 'weeks', interval: 2, time: '23:45', days_of_week: ['SUNDAY', 'WEDNESDAY'] },
  { frequency: 'months', time: '00:00', days_of_month: [1, 29, 31] },
  { frequency: 'months', time: '12:00', days_of_week: ['FRIDAY'], week_of_month: 5 },
];

const lines = process.argv.slice(2).flatMap((now) =>
  RULES.map((wire) => {
    const parsed = parseRecurrenceRule(wire, Number(now));
    return parsed.ok ? nextOccurrences(parsed.rule, Number(now), 300) : parsed.errors;
  }),
);
process.stdout.write(JSON.stringify({ lines, missing: nearestToMissing('2027-03-14 02:30') }));
