/** Converts occurrences and runs to their wire format (REC-6, CALL-19, CALL-25). */
import type { OccurrenceAnswer, RecurrenceRule, Run } from '@textprobe/contract/schedules';
import type { RunListRow } from '@textprobe/database/runs/run-list';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import type { Occurrence } from '@textprobe/domain/recurrence';
import { type RecurrenceRule as CheckedRule, recurrenceRuleToWire } from '@textprobe/domain/recurrence-rule';
import { timestampToWire } from '../http/timestamps.ts';

export function occurrenceToWire(occurrence: Occurrence): OccurrenceAnswer {
  return { at: formatLosAngeles(occurrence.dueAt), note: noteOn(occurrence) };
}

function noteOn({ movedFrom, repeated, dueAt }: Occurrence): string | null {
  if (movedFrom !== null) {
    const runsAt = formatLosAngeles(dueAt).slice(11, 16);
    return `Daylight saving time starts: ${movedFrom} does not exist on this day, so it runs at ${runsAt}.`;
  }
  return repeated
    ? 'Daylight saving time ends: this time occurs twice on this day, and it runs the first time.'
    : null;
}

export function ruleToWire(rule: CheckedRule): RecurrenceRule {
  const { days_of_week, days_of_month, ...rest } = recurrenceRuleToWire(rule);
  return {
    ...rest,
    ...(days_of_week === undefined ? {} : { days_of_week: [...days_of_week] }),
    ...(days_of_month === undefined ? {} : { days_of_month: [...days_of_month] }),
  };
}

export function runToWire(row: RunListRow): Run {
  return {
    runId: row.id,
    dueAt: timestampToWire(row.due_at),
    creationTimestamp: timestampToWire(row.created_at),
    closedAt: timestampToWire(row.closed_at),
    status: row.status,
    reason: row.status_reason,
    messages: {
      total: row.message_total,
      settled: row.counts.settled,
      received: row.counts.received,
      known: row.counts.known,
    },
  };
}
