/** The schedule's part of a report: what became of a test's due instants so far, and which come next (CALL-19, REC-6). */
import type { Report } from '@textprobe/contract/messages';
import { PREVIEWED_OCCURRENCES, REPORT_RUN_LIMIT } from '@textprobe/contract/schedules';
import type { Database } from '@textprobe/database/connection';
import { countRunsOfTest, listRunsOfTest } from '@textprobe/database/runs/run-list';
import type { TestRow } from '@textprobe/database/tests/tests';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { nextOccurrences } from '@textprobe/domain/recurrence';
import { recurrenceRuleFromWire, type WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import { occurrenceToWire, runToWire } from './wire/schedules.ts';

type ReportSchedule = Pick<Report, 'runs' | 'runCount' | 'upcoming'>;

export async function reportSchedule(db: Database, test: TestRow): Promise<ReportSchedule> {
  const [runs, runCount] = await Promise.all([
    listRunsOfTest(db, test.id, { limit: REPORT_RUN_LIMIT }),
    countRunsOfTest(db, test.id),
  ]);
  return { runs: runs.map(runToWire), runCount, upcoming: upcomingOf(test) };
}

function upcomingOf({ test_type, next_due, recurrence_rule }: TestRow): ReportSchedule['upcoming'] {
  if (next_due === null) return [];
  if (test_type !== 'RECURRING') return [{ at: formatLosAngeles(next_due), note: null }];
  const rule = recurrenceRuleFromWire(recurrence_rule as unknown as WireRecurrenceRule);
  // The next one itself included: the instants are whole milliseconds.
  return nextOccurrences(rule, next_due - 1, PREVIEWED_OCCURRENCES).map(occurrenceToWire);
}
