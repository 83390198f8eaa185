/** The actions on a gateway's card: test, edit, assign offices, remove. Auditors have only its audit trail. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gateway } from '@textprobe/contract/gateways';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { Link, useNavigate } from 'react-router';
import { deleteGateway, testGateway } from '../../api/gateways.ts';
import { HttpError, isUnproven } from '../../api/http.ts';
import { auditOfObject } from '../../ui/audit-address.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { useListAction } from '../../ui/list-action.tsx';
import { useMay } from '../../ui/role.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';

const SMALL = { variant: 'default', size: 'compact-sm' } as const;

export function GatewayActions({ gateway }: { gateway: Gateway }) {
  const { id, name, source } = gateway;
  const mayChange = useMay(ADMINISTRATORS);
  const trial = useMutation({
    mutationFn: () => testGateway(id),
    meta: { purpose: 'test the gateway' },
  });
  const remove = useRemoval(gateway);
  const offices = (
    <Button {...SMALL} component={Link} to={`/gateways/${id}/offices`} aria-label={`Offices of ${name}`}>
      Offices
    </Button>
  );
  const audit = (
    <Button
      {...SMALL}
      component={Link}
      to={auditOfObject('gateway', id)}
      aria-label={`Audit trail of ${name}`}
    >
      Audit trail
    </Button>
  );
  if (!mayChange) return <Group mt="sm">{audit}</Group>;
  if (source !== 'database') {
    return (
      <Group gap="xs" mt="sm">
        {offices}
        {audit}
        <Text size="sm" c="dimmed">
          Read-only: its settings are managed outside the console.
        </Text>
      </Group>
    );
  }
  const tried = trial.isError && !isUnproven(trial.error) ? failedTest(trial.error) : trial.data;
  return (
    <Group gap="xs" mt="sm">
      <Button
        {...SMALL}
        aria-label={`Test connection of ${name}`}
        aria-disabled={trial.isPending}
        onClick={() => trial.isPending || trial.mutate()}
      >
        {trial.isPending ? 'Connecting...' : 'Test connection'}
      </Button>
      <Button {...SMALL} component={Link} to={`/gateways/${id}`} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      {offices}
      {audit}
      <Button {...SMALL} c="var(--tp-danger)" aria-label={`Remove ${name}`} onClick={() => void remove()}>
        Remove
      </Button>
      <Text role="status" size="sm" flex="1 1 240px">
        {tried !== undefined && (
          <>
            <ToneSign tone={tried.ok ? 'arrived' : 'failed'} /> {tried.words}
          </>
        )}
      </Text>
    </Group>
  );
}

function failedTest(error: Error) {
  const detail = error instanceof HttpError ? error.problem?.detail : undefined;
  return { ok: false, words: detail ?? 'The server could not test the connection. Please try again.' };
}

function useRemoval({ id, name, isDefault }: Gateway): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const run = useListAction(() => queries.invalidateQueries({ queryKey: ['gateways'] }));
  const details = (
    <>
      <p>
        Its settings and password are deleted. Messages sent through it keep its name; receipts that arrive
        later for them are lost.
      </p>
      {isDefault && <p>It is the default gateway. Choose another default gateway first.</p>}
    </>
  );
  return () =>
    run({
      what: 'remove the gateway',
      question: { text: `Remove the gateway “${name}”?`, confirmLabel: 'Remove', details },
      async act() {
        await deleteGateway(id);
        queries.setQueryData<Gateway[]>(['gateways'], (all) => all?.filter((one) => one.id !== id));
      },
      async onFailed(error) {
        if (!(error instanceof HttpError && error.problem?.code === 'gateway.in-use'))
          return dialogs.alert('Failed to remove the gateway. Please try again.', error);
        const toOffices = await dialogs.confirm(`“${name}” is in use and can’t be removed.`, {
          confirmLabel: 'Show its offices',
          cancelLabel: 'Close',
          details: (
            <>
              <p>{error.problem.detail}</p>
              <p>Waiting messages keep it in use until they are sent or expire.</p>
            </>
          ),
        });
        if (toOffices) await navigate(`/gateways/${id}/offices`);
      },
    });
}
