/** Schedule: immediate, scheduled or recurring (CREATE-16, UPDATE-8). */
import { Box, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { TestType } from '@textprobe/contract/tests';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { useNow } from '../../../ui/relative-time.ts';
import type { Draft } from './draft.ts';
import { FormSection } from './form-section.tsx';
import type { SectionProps } from './form-variant.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { describeWallTime } from './wall-time.ts';

const SCHEDULES: readonly { readonly value: TestType; readonly label: string }[] = [
  { value: 'IMMEDIATE', label: 'Immediate' },
  { value: 'SCHEDULED', label: 'Schedule for Later' },
  { value: 'RECURRING', label: 'Recurring' },
];

export function ScheduleSection(props: SectionProps) {
  const { draft, errors, variant, onChange } = props;
  const { testType } = draft;
  const isImmediate = testType === 'IMMEDIATE';
  return (
    <FormSection id="schedule" title="Schedule">
      <SegmentedControl
        aria-label="Schedule"
        styles={{ control: { flex: 'auto' } }}
        data={[...SCHEDULES]}
        value={testType}
        onChange={(chosen) =>
          onChange((now) => withTestType(now, chosen), 'testType', 'scheduledTimestamp', 'recurrenceRule')
        }
      />
      {errors.testType !== undefined && (
        <Text size="sm" mt={8} c="var(--tp-danger)">
          {errors.testType}
        </Text>
      )}
      {isImmediate && (
        <Text size="sm" mt={8} c="dimmed">
          {variant.atOnce}
        </Text>
      )}
      {(testType === 'SCHEDULED' || (isImmediate && variant.timeWhenImmediate)) && (
        <ScheduledTime
          value={draft.scheduledAt}
          testType={testType}
          error={errors.scheduledTimestamp}
          onChange={(scheduledAt) => onChange((now) => ({ ...now, scheduledAt }), 'scheduledTimestamp')}
        />
      )}
      {testType === 'RECURRING' && <RecurrenceFields {...props} />}
    </FormSection>
  );
}

/** A recurrence without a start date begins today. */
function withTestType(draft: Draft, testType: TestType): Draft {
  const { recurrence } = draft;
  if (testType !== 'RECURRING' || recurrence.startDate !== '') return { ...draft, testType };
  return { ...draft, testType, recurrence: { ...recurrence, startDate: losAngelesDate(Date.now()) } };
}

interface ScheduledTimeProps {
  /** `2026-11-21T10:00`, or empty. */
  readonly value: string;
  readonly testType: TestType;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A Los Angeles wall time, with its zone and the viewer's local time (CREATE-16, UPDATE-8). */
function ScheduledTime({ value, testType, error, onChange }: ScheduledTimeProps) {
  const described = describeWallTime(value, useNow(10_000));
  return (
    <Box mt="sm">
      <TextInput
        maw={{ base: '100%', xs: 320 }}
        type="datetime-local"
        label="Date and time"
        // 60 s: the picker has no finer step.
        step={60}
        value={value}
        error={error}
        rightSection={
          described && (
            <Text span size="xs" fw={550} c="dimmed" pr="sm">
              {described.zone}
            </Text>
          )
        }
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text size="sm" mt={8} c="dimmed">
        Los Angeles time.
        {described?.ownTime && ` Your local time: ${described.ownTime}.`}
      </Text>
      {described !== null && testType === 'SCHEDULED' && described.warning !== null && (
        <Text size="sm" mt={8} c="var(--tp-status-partially-delivered)">
          {described.warning}
        </Text>
      )}
    </Box>
  );
}
