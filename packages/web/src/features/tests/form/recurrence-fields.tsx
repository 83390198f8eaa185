/** The recurring options (REC-1 to 3); those that do not apply are hidden. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { FREQUENCIES, INTERVAL_LIMIT, WEEKDAYS } from '@textprobe/domain/recurrence-rule';
import { OVERLAPS } from './draft.ts';
import {
  type RecurrenceDraft,
  readInterval,
  shownOptions,
  withDaysOfMonth,
  withFrequency,
} from './recurrence-draft.ts';
import classes from './schedule.module.css';
import type { SectionProps } from './section-props.ts';
import { ToggleGrid } from './toggle-grid.tsx';

const FREQUENCY_LABELS = { days: 'Days', weeks: 'Weeks', months: 'Months' } as const;
const OVERLAP_LABELS = { skip: 'Skip and log it', wait: 'Wait for it to end' } as const;

const DAYS_OF_WEEK = WEEKDAYS.map((day) => ({
  value: day,
  label: day.charAt(0) + day.slice(1).toLowerCase(),
}));
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => ({
  value: index + 1,
  label: ordinal(index + 1),
}));

export function RecurrenceFields({ draft, errors, onChange }: SectionProps) {
  const { recurrence } = draft;
  const shown = shownOptions(recurrence);
  const error = (field: string) => errors[`recurrenceRule.${field}`];
  const change = (next: (recurrence: RecurrenceDraft) => RecurrenceDraft) =>
    onChange((now) => ({ ...now, recurrence: next(now.recurrence) }), 'recurrenceRule');

  return (
    <div className={classes.recurrence}>
      <div className={classes.row}>
        <TextInput
          type="number"
          label="Interval"
          min={1}
          max={INTERVAL_LIMIT}
          step={1}
          inputMode="numeric"
          value={recurrence.interval}
          error={error('interval')}
          onChange={({ currentTarget: { value } }) => change((now) => ({ ...now, interval: value }))}
          onBlur={() => change((now) => ({ ...now, interval: String(readInterval(now.interval)) }))}
        />
        <NativeSelect
          label="Frequency"
          data={FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
          value={recurrence.frequency}
          error={error('frequency')}
          onChange={({ currentTarget: { value } }) =>
            change((now) => withFrequency(now, FREQUENCIES.find((one) => one === value) ?? 'days'))
          }
        />
        {shown.weekOfMonth && (
          <NativeSelect
            label="Week Of Month"
            data={[1, 2, 3, 4, 5].map(String)}
            value={String(recurrence.weekOfMonth ?? 1)}
            error={error('week_of_month')}
            onChange={({ currentTarget: { value } }) =>
              change((now) => ({ ...now, weekOfMonth: Number(value) }))
            }
          />
        )}
      </div>
      {shown.daysOfWeek && (
        <ToggleGrid
          label="Day Of Week"
          wide
          options={DAYS_OF_WEEK}
          value={recurrence.daysOfWeek}
          error={error('days_of_week')}
          onChange={(daysOfWeek) => change((now) => ({ ...now, daysOfWeek }))}
        />
      )}
      {shown.daysOfMonth && (
        <ToggleGrid
          label="Days of Month"
          options={DAYS_OF_MONTH}
          value={recurrence.daysOfMonth}
          error={error('days_of_month')}
          onChange={(daysOfMonth) => change((now) => withDaysOfMonth(now, daysOfMonth))}
        />
      )}
      <div className={classes.row}>
        {(
          [
            ['Start Date', 'date', 'startDate', 'start_date'],
            ['Time', 'time', 'time', 'time'],
            ['End Date', 'date', 'endDate', 'end_date'],
          ] as const
        ).map(([label, type, key, field]) => (
          <TextInput
            key={key}
            type={type}
            label={label}
            value={recurrence[key]}
            error={error(field)}
            onChange={({ currentTarget: { value } }) => change((now) => ({ ...now, [key]: value }))}
          />
        ))}
      </div>
      <Text size="sm" mt={-4} c="dimmed">
        Los Angeles time. Without an end date the test recurs until stopped.
      </Text>
      {errors.recurrenceRule !== undefined && (
        <Text size="sm" mt={8} c="var(--tp-danger)">
          {errors.recurrenceRule}
        </Text>
      )}
      <NativeSelect
        className={classes.overlap}
        label="If the previous run is still in progress"
        data={OVERLAPS.map((value) => ({ value, label: OVERLAP_LABELS[value] }))}
        value={draft.overlap}
        error={errors.overlap}
        onChange={({ currentTarget: { value } }) => {
          const overlap = OVERLAPS.find((one) => one === value) ?? 'skip';
          onChange((now) => ({ ...now, overlap }), 'overlap');
        }}
      />
    </div>
  );
}

/** 1st, 2nd, 3rd, 4th … 31st. */
function ordinal(day: number): string {
  const ending = day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
