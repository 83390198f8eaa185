/** First steps (/first-steps): from an empty installation to the first test, each step skipped once it is done (DIR-4). */
import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { FirstSteps } from '@textprobe/contract/first-steps';
import { OPERATORS } from '@textprobe/domain/roles';
import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { areStepsHidden, followHiddenSteps, getFirstSteps, hideSteps } from '../../../api/first-steps.ts';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { AccountRole, Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { Step, Steps } from '../../../ui/steps.tsx';
import { EntryForm } from '../form/entry-form.tsx';
import { useRefresh } from '../use-entry-actions.tsx';
import { FirstOfficeForm } from './first-office-form.tsx';
import { STEPS, type StepName, stepStates } from './step-states.ts';

const TITLES: Readonly<Record<StepName, string>> = {
  office: 'Who do you send for?',
  phone: 'Which phone receives?',
  gateway: 'Which gateway sends?',
  test: 'Send the first test',
};

const ABOUT: Readonly<Record<StepName, string>> = {
  office: 'Tests are sent from an office. An office belongs to a client, and a client to a partner.',
  phone: 'A test phone is one of your phones, on a carrier that you want to test.',
  gateway: 'A gateway is an account at a carrier or provider. You need its address, user and password.',
  test: 'Choose a text and send it. The report shows what the carrier claims and what the phone received.',
};

export function FirstStepsScreen() {
  const { data, isError } = useQuery({
    queryKey: ['first-steps', 'screen'],
    queryFn: ({ signal }) => getFirstSteps({ signal }),
    staleTime: 0,
  });
  const isHidden = useSyncExternalStore(followHiddenSteps, areStepsHidden);
  function toggle() {
    if (!isHidden) {
      const message = 'First steps are hidden. To find them again, search for “First steps”.';
      notifications.show({ message });
    }
    hideSteps(!isHidden);
  }
  return (
    <Screen title="First steps">
      <ScreenHeader title="First steps">
        <Button variant="default" onClick={toggle}>
          {isHidden ? 'Show in the menu' : 'Hide first steps'}
        </Button>
      </ScreenHeader>
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
          <Text>{states[step] === 'done' ? doneWords(step, found) : ABOUT[step]}</Text>
          {states[step] === 'now' && <NextStep step={step} found={found} />}
        </Step>
      ))}
    </Steps>
  );
}

function doneWords(step: StepName, { office, phone, gateway }: FirstSteps): ReactNode {
  if (step === 'office') return <>{office?.name} can send tests.</>;
  if (step === 'gateway') return <>{gateway?.name} is set up.</>;
  if (step === 'test')
    return (
      <>
        The first test is created. See it in{' '}
        <Anchor component={Link} underline="always" to="/tests">
          Tests
        </Anchor>
        .
      </>
    );
  if (phone?.evidence === 'receipt')
    return <>{phone.name} receives; its carrier’s receipts are the evidence.</>;
  return (
    <>
      {phone?.name} receives, and reports once it is paired.{' '}
      <Only roles={OPERATORS}>
        <Anchor component={Link} underline="always" to={`/directory/phones/${phone?.id}/pair`}>
          Pair this phone
        </Anchor>
      </Only>
    </>
  );
}

function NextStep({
  step,
  found: { office, phone },
}: {
  readonly step: StepName;
  readonly found: FirstSteps;
}) {
  const refresh = useRefresh();
  const onSaved = () => void refresh();
  if (step === 'office') return <FirstOfficeForm onCreated={onSaved} />;
  if (step === 'phone')
    return <EntryForm kind="phones" opened={null} parent={null} onSaved={onSaved} onCancel={null} />;
  if (step === 'gateway')
    return (
      <Button w="fit-content" component={Link} to="/gateways/new" state={{ back: '/first-steps' }}>
        Set up a gateway
      </Button>
    );
  return (
    <Button w="fit-content" component={Link} to={`/create-tests?officeId=${office?.id}&phoneId=${phone?.id}`}>
      Create the first test
    </Button>
  );
}
