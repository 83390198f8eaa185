/** A pairing that has begun: its settings, its proof, and how it ends. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { HttpError, isUnproven } from '../../api/http.ts';
import { endPairing } from '../../api/pairings.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Step, Steps } from '../../ui/steps.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { confirmedWords, hasSettings, isOver, kindLabel, troubleOf } from './pairing-states.ts';
import { ProofStep } from './proof-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { type Begun, usePairing } from './use-pairing.ts';

interface OnePairingProps {
  readonly begun: Begun;
  readonly phone: Entry;
  /** Null: choose again how the phone reports. */
  readonly onBegin: (begun: Begun | null) => void;
  readonly onEnded: () => void;
}

export function OnePairing({ begun, phone, onBegin, onEnded }: OnePairingProps) {
  const { data: pairing, refetch } = usePairing(begun.pairing);
  const [shown, setShown] = useState(begun.shown);
  const now = useNow(1_000);
  const { kind, confirmedAt, endedAt } = pairing;
  const isReady = hasSettings(pairing) || shown !== null;
  const trouble = troubleOf(pairing, now);
  const refresh = () => void refetch();

  const ending = useMutation({
    mutationFn: () => endPairing(pairing.id),
    meta: { purpose: 'end the pairing' },
    onSuccess: onEnded,
    async onError(error) {
      if (isUnproven(error)) return;
      // It was confirmed or ended in the meantime: the screen shows it.
      if (!(error instanceof HttpError && error.problem?.code === 'pairing.done'))
        await dialogs.alert('Failed to end the pairing.', error);
      await refetch();
    },
  });

  async function end() {
    const details = <p>Its link stops working, and its key or source is revoked.</p>;
    const options = { confirmLabel: 'End this pairing', danger: true, details };
    if (await dialogs.confirm('End this pairing?', options)) ending.mutate();
  }

  return (
    <>
      {/* Always rendered, so that screen readers announce it. */}
      <div role="status">
        {confirmedAt !== null && (
          <Paper component="section" withBorder p="md" mb="md" maw={720}>
            <Stack gap="sm">
              <Title order={2}>
                <ToneSign tone="arrived" size={20} /> {confirmedWords(pairing)}
              </Title>
              <Group gap="xs">
                <Button component={Link} to={`/create-tests?phoneId=${phone.id}`}>
                  Send a test to this phone
                </Button>
                <Button component={Link} variant="default" to={`/directory/phones/${phone.id}`}>
                  Open the phone
                </Button>
              </Group>
            </Stack>
          </Paper>
        )}
      </div>
      {endedAt !== null && trouble !== null ? (
        <Paper component="section" withBorder p="md" maw={720}>
          <Title order={2} mb="sm">
            {trouble.words}
          </Title>
          <Button onClick={() => onBegin(null)}>Start again</Button>
        </Paper>
      ) : (
        <Steps>
          <Step number={1} title="Choose how it reports" state="done">
            <Text>{kindLabel(kind)}</Text>
          </Step>
          {kind !== 'receipt' && (
            <Step number={2} title="Enter the settings" state={isReady ? 'done' : 'now'}>
              <SettingsStep
                pairing={pairing}
                link={begun.link}
                shown={shown}
                now={now}
                onShown={(settings) => {
                  setShown(settings);
                  refresh();
                }}
                onBegin={onBegin}
                onChanged={refresh}
              />
            </Step>
          )}
          <Step
            number={kind === 'receipt' ? 2 : 3}
            title="Prove it with a message"
            state={confirmedAt !== null ? 'done' : isReady ? 'now' : 'later'}
          >
            {isReady ? (
              <ProofStep
                pairing={pairing}
                phone={phone}
                now={now}
                trouble={trouble}
                onChanged={refresh}
                onBegin={onBegin}
              />
            ) : (
              <Text>The pairing is confirmed once the phone reports a text with a code.</Text>
            )}
          </Step>
        </Steps>
      )}
      {!isOver(pairing) && (
        <Button variant="default" onClick={() => void end()}>
          End this pairing
        </Button>
      )}
    </>
  );
}
