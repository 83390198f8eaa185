/** The recurring options (REC-1 to 3); those that do not apply are hidden. */
import {
  Checkbox,
  NativeSelect,
  SimpleGrid,
  type SimpleGridProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { OVERLAPS, type Overlap } from '@textprobe/contract/schedules';
import { FREQUENCIES, type Frequency, INTERVAL_LIMIT, WEEKDAYS } from '@textprobe/domain/recurrence-rule';
import { recurrenceSentence } from '@textprobe/domain/recurrence-words';
import type { ReactNode } from 'react';
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

const FREQUENCY_LABELS = { days: 'Days', weeks: 'Weeks', months: 'Months' } as const;
const OVERLAP_LABELS = { skip: 'Skip and log it', wait: 'Wait for it to end' } as const;
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1);

export function RecurrenceFields({ draft, errors, onChange }: SectionProps) {
  const { recurrence } = draft;
  const shown = shownOptions(recurrence);
  const error = (field: string) => errors[`recurrenceRule.${field}`];
  const change = (next: (recurrence: RecurrenceDraft) => RecurrenceDraft) =>
    onChange((now) => ({ ...now, recurrence: next(now.recurrence) }), 'recurrenceRule');

  return (
    <Stack gap="sm" mt="md">
      <SimpleGrid minColWidth={128} spacing="sm" maw={520}>
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
          onChange={({ currentTarget: { value } }) => change((now) => withFrequency(now, value as Frequency))}
        />
        {shown.weekOfMonth && (
          <NativeSelect
            label="Week Of Month"
            data={['1', '2', '3', '4', '5']}
            value={String(recurrence.weekOfMonth ?? 1)}
            error={error('week_of_month')}
            onChange={({ currentTarget: { value } }) =>
              change((now) => ({ ...now, weekOfMonth: Number(value) }))
            }
          />
        )}
      </SimpleGrid>
      {shown.daysOfWeek && (
        <Days
          label="Day Of Week"
          grid={{ minColWidth: 84 }}
          days={WEEKDAYS}
          labelOf={(day) => day.charAt(0) + day.slice(1).toLowerCase()}
          value={recurrence.daysOfWeek}
          error={error('days_of_week')}
          onChange={(daysOfWeek) => change((now) => ({ ...now, daysOfWeek }))}
        />
      )}
      {shown.daysOfMonth && (
        <Days
          label="Days of Month"
          grid={{ cols: 7, maw: 420 }}
          days={DAYS_OF_MONTH}
          labelOf={ordinal}
          value={recurrence.daysOfMonth}
          error={error('days_of_month')}
          onChange={(daysOfMonth) => change((now) => withDaysOfMonth(now, daysOfMonth))}
        />
      )}
      <SimpleGrid minColWidth={128} spacing="sm" maw={520}>
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
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Los Angeles time. Without an end date the test recurs until stopped.
      </Text>
      <Text size="sm" fw={550} role="status">
        {recurrenceSentence(toWireRule(recurrence))}.
      </Text>
      {errors.recurrenceRule !== undefined && (
        <Text size="sm" c="var(--tp-danger)">
          {errors.recurrenceRule}
        </Text>
      )}
      <NativeSelect
        maw={{ base: '100%', xs: 320 }}
        label="If the previous run is still in progress"
        data={OVERLAPS.map((value) => ({ value, label: OVERLAP_LABELS[value] }))}
        value={draft.overlap}
        error={errors.overlap}
        onChange={({ currentTarget: { value } }) =>
          onChange((now) => ({ ...now, overlap: value as Overlap }), 'overlap')
        }
      />
    </Stack>
  );
}

/** 1st, 2nd, 3rd, 4th … 31st. */
function ordinal(day: number): string {
  const ending = day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

interface DaysProps<Day> {
  readonly label: string;
  readonly days: readonly Day[];
  readonly labelOf: (day: Day) => string;
  readonly grid: Pick<SimpleGridProps, 'cols' | 'minColWidth' | 'maw'>;
  readonly value: readonly Day[];
  readonly error: ReactNode;
  readonly onChange: (days: readonly Day[]) => void;
}

function Days<Day extends string | number>(props: DaysProps<Day>) {
  const { label, days, labelOf, grid, value, error, onChange } = props;
  return (
    <Checkbox.Group
      label={label}
      value={value.map(String)}
      error={error}
      onChange={(chosen) => onChange(days.filter((day) => chosen.includes(String(day))))}
    >
      <SimpleGrid {...grid} spacing={4}>
        {days.map((day) => (
          <Checkbox.Card key={day} value={String(day)} className={classes.day} ta="center" fz="sm" py={6}>
            {labelOf(day)}
          </Checkbox.Card>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
