/** First steps (/first-steps): from an empty installation to the first test, each step skipped once it is done (DIR-4). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FirstSteps } from '@textprobe/contract/first-steps';
import { useContext, useState, useSyncExternalStore } from 'react';
import { areStepsHidden, followHiddenSteps, getFirstSteps, hideSteps } from '../../../api/first-steps.ts';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { AccountRole } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { Step, Steps } from '../../../ui/steps.tsx';
import { StepBody } from './step-body.tsx';
import { STEPS, type StepName, stepStates } from './step-states.ts';

const TITLES: Readonly<Record<StepName, string>> = {
  office: 'Who do you send for?',
  phone: 'Which phone receives?',
  gateway: 'Which gateway sends?',
  test: 'Send the first test',
};
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
      {data !== undefined && <FoundSteps found={data} />}
    </Screen>
  );
}

function FoundSteps({ found }: { readonly found: FirstSteps }) {
  const states = stepStates(found, useContext(AccountRole));
  return (
    <Steps>
      {STEPS.map((step, index) => (
        <Step key={step} number={index + 1} title={TITLES[step]} state={states[step]}>
          <StepBody step={step} state={states[step]} found={found} />
        </Step>
      ))}
    </Steps>
  );
}
