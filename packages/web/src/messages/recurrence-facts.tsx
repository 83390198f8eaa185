/** The Recurrence card's lines: the rule in words, what comes next, and the way to end it (REPORT-4, LIST-14). */
import { Button } from '@mantine/core';
import { IconRepeatOff } from '@tabler/icons-react';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { recurrenceFacts } from '@textprobe/domain/recurrence-words';
import { useStopRecurrence } from '../tests/use-stop-recurrence.tsx';
import { Fact } from './fact.tsx';
import classes from './report-cards.module.css';

const OVERLAPS = {
  skip: 'The next one is skipped',
  wait: 'The next one waits for it',
} as const satisfies Record<Test['overlap'], string>;

export function RecurrenceFacts({ test }: { test: Test }) {
  const stop = useStopRecurrence();
  return (
    <>
      {recurrenceFacts(test.recurrenceRule).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      <Fact name="Next">{formatDateTime(test.nextDue)}</Fact>
      <Fact name="Run still open">{OVERLAPS[test.overlap]}</Fact>
      <Fact name="State">
        {test.recurrenceActive ? 'Active' : 'Ended'}
        {test.recurrenceActive && (
          <div className={classes.stop}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRepeatOff size={14} aria-hidden />}
              onClick={() => void stop(test.testId)}
            >
              Stop recurrence
            </Button>
          </div>
        )}
      </Fact>
    </>
  );
}
