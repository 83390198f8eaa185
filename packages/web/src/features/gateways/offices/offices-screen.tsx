/** Assigns offices to a gateway (/gateways/{id}/offices), one by one or by client, wherever the gateway is configured. */
import { Alert, Box, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Gateway } from '@textprobe/contract/gateways';
import { figure } from '@textprobe/domain/figures';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { assignGateway, getOfficeGateways } from '../../../api/gateways.ts';
import { HttpError } from '../../../api/http.ts';
import { isDown, LinkTrouble } from '../../../directory/link-trouble.tsx';
import { directoryQuery } from '../../../directory/use-directory.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import type { PickerOption } from '../../../ui/choice-picker.tsx';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import { counted } from '../../../ui/counted.ts';
import { useNow } from '../../../ui/relative-time.ts';
import { NotFound, Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import {
  changesOf,
  changeWords,
  type OfficeChoices,
  officeChoices,
  selectedClients,
  servedWords,
  withSelectedClients,
} from './office-choice.ts';

export function OfficesScreen() {
  const id = Number(useParams().id);
  const { query, isFailed } = useGateways();
  const directory = useQuery(directoryQuery());
  // Refetched, so that changes by someone else are seen before they are overwritten.
  const assignments = useQuery({
    queryKey: ['office-gateways'],
    queryFn: ({ signal }) => getOfficeGateways({ signal }),
    staleTime: 0,
  });
  const all = query.data;
  const gateway = all?.find((one) => one.id === id);
  const choices =
    assignments.data && directory.data
      ? officeChoices(directory.data, assignments.data, id, all ?? [])
      : null;
  const title = gateway === undefined ? 'Offices of a gateway' : `Offices of ${gateway.name}`;
  const isMissing = all !== undefined && gateway === undefined;
  return (
    <Screen title={title}>
      <ScreenHeader title={title} />
      {isMissing ? (
        <NotFound what="Gateway" list="Gateways" />
      ) : gateway !== undefined && choices !== null ? (
        <OfficesForm key={id} gateway={gateway} all={all ?? []} choices={choices} />
      ) : assignments.isError || directory.isError || isFailed ? (
        <Text role="alert">The offices could not be loaded. Reload the page to try again.</Text>
      ) : (
        <Skeleton height={300} maw={860} radius="lg" aria-busy="true" />
      )}
    </Screen>
  );
}

interface OfficesFormProps {
  readonly gateway: Gateway;
  readonly all: readonly Gateway[];
  readonly choices: OfficeChoices;
}

function OfficesForm({ gateway, all, choices }: OfficesFormProps) {
  const { id, name } = gateway;
  const { options, assigned, pinnedHere, pinnedElsewhere } = choices;
  const [picked, setPicked] = useState<readonly number[] | null>(null);
  const chosen = picked ?? assigned;
  const { added, removed } = changesOf(assigned, chosen);
  const changed = added.length + removed.length > 0;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRef<HTMLDivElement>(null);
  const allowLeave = useLeaveGuard({
    unsaved: changed,
    lostWithPage: changed,
    danger: true,
    question: 'Leave without saving your changes?',
    details: <p>The offices keep their current gateways.</p>,
  });

  const saving = useMutation({
    mutationFn: async () => {
      await assignGateway(added, id);
      await assignGateway(removed, null);
    },
    meta: { purpose: 'assign the gateway' },
    // After a failure too: earlier batches have been saved.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['office-gateways'] }),
        queries.invalidateQueries({ queryKey: ['gateways'] }),
      ]),
    onSuccess: async () => {
      allowLeave();
      await navigate('/gateways', { state: { saved: { id, offices: added.length + removed.length } } });
    },
  });
  const { error } = saving;
  useEffect(() => {
    if (error !== null) refusal.current?.focus();
  }, [error]);

  const now = useNow(5_000);
  const fallback = all.find(({ isDefault }) => isDefault);
  const pinned = pinnedHere + pinnedElsewhere;
  return (
    <Box
      component="form"
      maw={860}
      aria-label={`Offices of ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && !saving.isPending) saving.mutate();
      }}
    >
      {error !== null && (
        <Alert ref={refusal} color="red" mb="md" tabIndex={-1}>
          {error instanceof HttpError
            ? error.detail
            : 'The server could not be reached. Check the connection and try again.'}
        </Alert>
      )}
      <Paper withBorder p="md">
        <Stack gap="md">
          {servedWords(gateway, all).map((line) => (
            <Text key={line} c="dimmed" maw="72ch">
              {line}
            </Text>
          ))}
          <ChoicePicker
            label="Clients (all their offices)"
            placeholder="Choose clients"
            entries={clientOptions(options)}
            optionOf={asItIs}
            value={selectedClients(options, chosen)}
            unknownLabel={(client) => `Client ${client}`}
            onChange={(choice) => choice !== 'all' && setPicked(withSelectedClients(options, chosen, choice))}
          />
          <ChoicePicker
            label="Offices"
            placeholder={options.length === 0 ? 'There are no offices to choose' : 'Choose offices'}
            entries={options}
            optionOf={asItIs}
            value={chosen}
            unknownLabel={(office) => `Office ${office}`}
            onChange={(choice) => choice !== 'all' && setPicked(choice)}
          />
          <Group gap="xs">
            <Button {...CHIP} onClick={() => setPicked(options.map((option) => option.id))}>
              All {figure(options.length)}
            </Button>
            <Button {...CHIP} onClick={() => setPicked([])}>
              None
            </Button>
            {picked !== null && changed && (
              <Button {...CHIP} onClick={() => setPicked(null)}>
                Discard changes
              </Button>
            )}
          </Group>
          {pinned > 0 && (
            <Text c="dimmed">
              The gateways file assigns {counted(pinned, 'office')}
              {pinnedHere > 0 && `, ${figure(pinnedHere)} of them to this gateway`}. Change them there.
            </Text>
          )}
        </Stack>
      </Paper>
      <Group gap="xs" mt="md">
        <Box component="output" flex="1 1 260px" fw={550}>
          {changeWords({ name, added: added.length, removed: removed.length })}
          {added.length > 0 && isDown(gateway, now) && (
            <LinkTrouble gateway={gateway} effect="their messages will wait" withReason />
          )}
          {removed.length > 0 && fallback !== undefined && isDown(fallback, now) && (
            <LinkTrouble gateway={fallback} effect="messages of the default gateway wait" withReason />
          )}
        </Box>
        <Button variant="subtle" component={Link} to="/gateways">
          Cancel
        </Button>
        <Button type="submit" aria-disabled={!changed || saving.isPending} data-disabled={!changed}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </Button>
      </Group>
    </Box>
  );
}

const CHIP = { variant: 'default', size: 'compact-sm', radius: 'xl', fw: 500 } as const;

/** Each client of the offices, to choose all of its offices at once. */
function clientOptions(offices: OfficeChoices['options']): PickerOption[] {
  return [...Map.groupBy(offices, ({ clientId }) => clientId)].map(([clientId, own]) => ({
    id: clientId,
    label: own[0]?.group ?? `Client ${clientId}`,
    note: counted(own.length, 'office'),
  }));
}

function asItIs(option: PickerOption): PickerOption {
  return option;
}
