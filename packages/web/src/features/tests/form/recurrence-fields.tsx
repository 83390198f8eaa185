/** The recurring options (REC-1 to 3); those that do not apply are hidden. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { FREQUENCIES, INTERVAL_LIMIT, WEEKDAYS } from '@textprobe/domain/recurrence-rule';
import { recurrenceSentence } from '@textprobe/domain/recurrence-words';
import { type ReactNode, useId } from 'react';
import { OVERLAPS } from './draft.ts';
import type { SectionProps } from './form-variant.ts';
import {
  type RecurrenceDraft,
  readInterval,
  shownOptions,
  toWireRule,
  withDaysOfMonth,
  withFrequency,
} from './recurrence-draft.ts';
import classes from './schedule.module.css';
import grid from './toggle-grid.module.css';

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
      <Text size="sm" mt={8} fw={550} role="status">
        {recurrenceSentence(toWireRule(recurrence))}.
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

interface ToggleGridProps<Value> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** For word labels: as many in a row as fit, instead of seven. */
  readonly wide?: boolean;
  readonly value: readonly Value[];
  readonly error?: ReactNode;
  readonly onChange: (value: readonly Value[]) => void;
}

export function ToggleGrid<Value>(props: ToggleGridProps<Value>) {
  const { label, options, wide = false, value, error, onChange } = props;
  const errorId = useId();
  return (
    <fieldset className={grid.field} aria-describedby={error ? errorId : undefined}>
      <legend className={grid.label}>{label}</legend>
      <div className={grid.grid} data-wide={wide || undefined}>
        {options.map((option) => (
          <label key={option.label}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...value, option.value] : value.filter((one) => one !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? (
        <span id={errorId} className={grid.error}>
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
