/** What a first step shows: its form or button when it is next, and what was set up once it is done. */
import { Button } from '@mantine/core';
import type { FirstSteps } from '@textprobe/contract/first-steps';
import { OPERATORS } from '@textprobe/domain/roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Only } from '../../../ui/role.tsx';
import type { StepState } from '../../../ui/steps.tsx';
import { EntryForm } from '../form/entry-form.tsx';
import { useRefresh } from '../use-entry-actions.tsx';
import { FirstOfficeForm } from './first-office-form.tsx';
import type { StepName } from './step-states.ts';

interface StepBodyProps {
  readonly step: StepName;
  readonly state: StepState;
  readonly found: FirstSteps;
}

const ABOUT: Readonly<Record<StepName, string>> = {
  office: 'Tests are sent from an office. An office belongs to a client, and a client to a partner.',
  phone: 'A test phone is one of your phones, on a carrier that you want to test.',
  gateway: 'A gateway is an account at a carrier or provider. You need its address, user and password.',
  test: 'Choose a text and send it. The report shows what the carrier claims and what the phone received.',
};

export function StepBody({ step, state, found }: StepBodyProps) {
  if (state === 'done') return <p>{doneWords(step, found)}</p>;
  return (
    <>
      <p>{ABOUT[step]}</p>
      {state === 'now' && <NextStep step={step} found={found} />}
    </>
  );
}

function doneWords(step: StepName, { office, phone, gateway }: FirstSteps): ReactNode {
  if (step === 'office') return <>{office?.name} can send tests.</>;
  if (step === 'gateway') return <>{gateway?.name} is set up.</>;
  if (step === 'test')
    return (
      <>
        The first test is created. See it in <Link to="/tests">Tests</Link>.
      </>
    );
  if (phone?.evidence === 'receipt')
    return <>{phone.name} receives; its carrier’s receipts are the evidence.</>;
  return (
    <>
      {phone?.name} receives, and reports once it is paired.{' '}
      <Only roles={OPERATORS}>
        <Link to={`/directory/phones/${phone?.id}/pair`}>Pair this phone</Link>
      </Only>
    </>
  );
}

function NextStep({ step, found: { office, phone } }: Omit<StepBodyProps, 'state'>) {
  const refresh = useRefresh();
  const onSaved = () => void refresh();
  if (step === 'office') return <FirstOfficeForm onCreated={onSaved} />;
  if (step === 'phone')
    return <EntryForm kind="phones" opened={null} parent={null} onSaved={onSaved} onCancel={null} />;
  if (step === 'gateway')
    return (
      <Button component={Link} to="/gateways/new" state={{ back: '/first-steps' }}>
        Set up a gateway
      </Button>
    );
  return (
    <Button component={Link} to={`/create-tests?officeId=${office?.id}&phoneId=${phone?.id}`}>
      Create the first test
    </Button>
  );
}
