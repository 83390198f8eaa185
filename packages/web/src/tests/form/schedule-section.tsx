/** Schedule: at once, at one time, or again and again (CREATE-16, UPDATE-8). */
import { Skeleton } from '@mantine/core';
import type { TestType } from '@textprobe/contract/tests';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { lazy, Suspense } from 'react';
import type { Draft } from './draft.ts';
import type { FieldErrors } from './field-errors.ts';
import type { Manner } from './manner.ts';
import classes from './schedule.module.css';
import { ScheduledTime } from './scheduled-time.tsx';
import { Segmented } from './segmented.tsx';
import form from './test-form.module.css';

const RecurrenceFields = lazy(async () => ({
  default: (await import('./recurrence-fields.tsx')).RecurrenceFields,
}));

const SCHEDULES: readonly {
  readonly value: TestType;
  readonly label: string;
}[] = [
  { value: 'IMMEDIATE', label: 'Immediate' },
  { value: 'SCHEDULED', label: 'Schedule for Later' },
  { value: 'RECURRING', label: 'Recurring' },
];

interface ScheduleSectionProps {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly manner: Manner;
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}

export function ScheduleSection({ draft, errors, manner, onChange }: ScheduleSectionProps) {
  const { testType } = draft;
  const isImmediate = testType === 'IMMEDIATE';
  return (
    <section className={form.section} aria-labelledby="schedule">
      <h2 id="schedule">Schedule</h2>
      <Segmented
        label="Schedule"
        options={SCHEDULES}
        value={testType}
        onChange={(chosen) =>
          onChange((now) => withTestType(now, chosen), 'testType', 'scheduledTimestamp', 'recurrenceRule')
        }
      />
      {errors.testType !== undefined && <p className={classes.error}>{errors.testType}</p>}
      {isImmediate && <p className={classes.hint}>{manner.atOnce}</p>}
      {(testType === 'SCHEDULED' || (isImmediate && manner.timeWhenImmediate)) && (
        <ScheduledTime
          value={draft.scheduledAt}
          testType={testType}
          error={errors.scheduledTimestamp}
          onChange={(scheduledAt) => onChange((now) => ({ ...now, scheduledAt }), 'scheduledTimestamp')}
        />
      )}
      {testType === 'RECURRING' && (
        <Suspense fallback={<Skeleton height={216} mt={12} />}>
          <RecurrenceFields draft={draft} errors={errors} onChange={onChange} />
        </Suspense>
      )}
    </section>
  );
}

/** A recurrence that nobody has dated yet begins today. */
function withTestType(draft: Draft, testType: TestType): Draft {
  const { recurrence } = draft;
  if (testType !== 'RECURRING' || recurrence.startDate !== '') return { ...draft, testType };
  return {
    ...draft,
    testType,
    recurrence: { ...recurrence, startDate: losAngelesDate(Date.now()) },
  };
}
