/** The date-time picker: a wall time of Los Angeles, with the zone beside it and what the viewer's own clock shows then (CREATE-16, UPDATE-8). */
import { TextInput } from '@mantine/core';
import type { TestType } from '@textprobe/contract/tests';
import { useNow } from '../../app/relative-time.ts';
import classes from './schedule.module.css';
import { describeWallTime } from './wall-time.ts';

/** How soon a time that passes while one looks at it is told of. */
const NOW_EVERY_MS = 10_000;

interface ScheduledTimeProps {
  /** `2026-11-21T10:00`, or empty. */
  readonly value: string;
  readonly testType: TestType;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function ScheduledTime({ value, testType, error, onChange }: ScheduledTimeProps) {
  const said = describeWallTime(value, useNow(NOW_EVERY_MS));
  return (
    <div className={classes.time}>
      <TextInput
        type="datetime-local"
        label="Date and time"
        // Minutes, as the picker has no finer step.
        step={60}
        value={value}
        error={error}
        rightSection={said && <span className={classes.zone}>{said.zone}</span>}
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className={classes.hint}>
        Los Angeles time.
        {said?.ownTime && ` Where you are: ${said.ownTime}.`}
      </p>
      {said !== null && testType === 'SCHEDULED' && said.warning !== null && (
        <p className={classes.warning}>{said.warning}</p>
      )}
    </div>
  );
}
