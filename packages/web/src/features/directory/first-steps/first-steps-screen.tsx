/** First steps (/first-steps): from an empty product to the first test, each step skipped once it is done (DIR-4). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FirstSteps } from '@textprobe/contract/first-steps';
import { useContext, useState, useSyncExternalStore } from 'react';
import { areStepsHidden, followHiddenSteps, getFirstSteps, hideSteps } from '../../../api/first-steps.ts';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { AccountRole } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import classes from './first-steps.module.css';
import { StepBody } from './step-body.tsx';
import { STEPS, type Step, type StepState, stepStates } from './step-states.ts';

const TITLES: Readonly<Record<Step, string>> = {
  office: 'Who is it for?',
  phone: 'Which phone receives?',
  gateway: 'Which gateway sends?',
  test: 'Send the first test',
};
const STATES = {
  done: { label: 'Done', tone: 'arrived' },
  now: { label: 'Now', tone: 'moving' },
  later: { label: 'Later', tone: 'waiting' },
  waits: { label: 'Waits for an administrator', tone: 'doubtful' },
} as const satisfies Record<StepState, object>;

export function FirstStepsScreen() {
  const { data, isError } = useQuery({
    queryKey: ['first-steps', 'screen'],
    queryFn: ({ signal }) => getFirstSteps({ signal }),
    staleTime: 0,
  });
  const isHidden = useSyncExternalStore(followHiddenSteps, areStepsHidden);
  const [done, setDone] = useState<string | null>(null);
  function toggle() {
    setDone(isHidden ? null : 'First steps are hidden. To find them again, search for “First steps”.');
    hideSteps(!isHidden);
  }
  return (
    <Screen title="First steps">
      <ScreenHeader title="First steps">
        <Button variant="default" onClick={toggle}>
          {isHidden ? 'Show in the menu' : 'Hide first steps'}
        </Button>
      </ScreenHeader>
      <DoneNotice words={done} onDismiss={() => setDone(null)} />
      {isError && <LoadFailure>The first steps could not be loaded.</LoadFailure>}
      {data !== undefined && <Steps found={data} />}
    </Screen>
  );
}

function Steps({ found }: { readonly found: FirstSteps }) {
  const states = stepStates(found, useContext(AccountRole));
  return (
    <ol className={classes.steps}>
      {STEPS.map((step, index) => {
        const state = states[step];
        return (
          <li key={step} className={`surface ${classes.step}`} data-state={state}>
            <header className={classes.head}>
              <h2>
                {index + 1}. {TITLES[step]}
              </h2>
              <span className={classes.state}>
                <ToneSign tone={STATES[state].tone} size={16} />
                {STATES[state].label}
              </span>
            </header>
            <StepBody step={step} state={state} found={found} />
          </li>
        );
      })}
    </ol>
  );
}
