/** Adds a gateway (/gateways/new) or edits one (/gateways/{id}); says why if it cannot be edited here. */
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useGateways } from '../../../directory/use-gateways.ts';
import { BackTo, NotFound, Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { draftOf, newDraft } from './gateway-draft.ts';
import { GatewayForm } from './gateway-form.tsx';

export function SetupScreen() {
  const { id } = useParams();
  const { query, isFailed, refresh } = useGateways();
  const all = query.data;
  const gateway = all?.find((one) => String(one.id) === id);
  const title =
    id === undefined ? 'New gateway' : `Gateway${gateway === undefined ? '' : ` ${gateway.name}`}`;
  return (
    <Screen title={title}>
      <ScreenHeader title={title} />
      {all === undefined ? (
        isFailed ? (
          <Text component="div" role="status">
            The gateways could not be loaded.{' '}
            <Button variant="default" size="compact-sm" onClick={refresh}>
              Try again
            </Button>
          </Text>
        ) : (
          <Skeleton height={480} maw={860} radius="md" aria-busy="true" />
        )
      ) : id === undefined ? (
        <Opened all={all} gateway={null} />
      ) : gateway === undefined ? (
        <NotFound what="Gateway" list="Gateways" />
      ) : draftOf(gateway) === null ? (
        <Text component="div" role="status">
          Managed in the gateways file or the lab. Only its offices are assigned in the console.{' '}
          <BackTo list="Gateways" />
        </Text>
      ) : (
        <Opened key={gateway.id} all={all} gateway={gateway} />
      )}
    </Screen>
  );
}

/** The form keeps the state from when it was opened, however often the list is refetched. */
function Opened({ all, gateway }: { all: readonly Gateway[]; gateway: Gateway | null }) {
  const [opened] = useState(() => ({
    gateway,
    initial: (gateway === null ? null : draftOf(gateway)) ?? newDraft(all),
  }));
  const [savedAt, setSavedAt] = useState(gateway?.updatedAt ?? null);
  const changedAt = gateway?.updatedAt ?? null;
  return (
    <>
      {changedAt !== savedAt && changedAt !== (opened.gateway?.updatedAt ?? null) && (
        <Alert color="red" mb="md" role="status">
          Changed by someone else on {formatDateTime(changedAt)}. Saving overwrites their changes; reopen the
          form to start from the current settings.
        </Alert>
      )}
      <GatewayForm
        initial={opened.initial}
        stored={opened.gateway}
        all={all}
        onSaved={({ updatedAt }) => setSavedAt(updatedAt)}
      />
    </>
  );
}
