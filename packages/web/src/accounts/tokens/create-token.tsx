/** The button that creates a token, its form, and the token, which is shown once (TOKEN-1). */
import { Button, type ButtonProps, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { CreatedApiToken } from '@textprobe/contract/api-tokens';
import { formatDateTime } from '@textprobe/domain/display';
import { coversRole } from '@textprobe/domain/roles';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createApiToken, listTestsCommand } from '../../api/api-tokens.ts';
import { createIntents } from '../../api/intent.ts';
import type { Choice } from '../../ui/choice.ts';
import { CopyOnce } from '../../ui/copy-once.tsx';
import { DialogButtons, FormDialog } from '../../ui/form-dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { partnerIdsOf, type Rights, RightsFields } from '../rights-fields.tsx';
import { OFFERED_ROLES } from '../rights-words.ts';
import type { TokenOwner } from './token-list.tsx';
import { allPartnersOf } from './token-words.ts';
import { TOKENS } from './tokens-query.ts';

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 90;
const LONGEST_DAYS = 366;
/** For how many days a token can be valid. */
const DAYS = [7, 30, DEFAULT_DAYS, 180, LONGEST_DAYS];
/** The server refuses the longest time if this clock is ahead of its own. */
const CLOCK_ALLOWANCE_MS = 3_600_000;

interface CreateTokenProps {
  readonly owner: TokenOwner;
  /** Of the button. */
  readonly size?: ButtonProps['size'];
}

export function CreateToken({ owner, size }: CreateTokenProps) {
  const [shown, setShown] = useState<'form' | CreatedApiToken | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button
        ref={button}
        {...(size && { size })}
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => setShown('form')}
      >
        Create token
      </Button>
      {shown === 'form' && <TokenForm owner={owner} onMade={setShown} onClose={close} />}
      {shown !== null && shown !== 'form' && <NewToken made={shown} opener={button} onClose={close} />}
    </>
  );
}

interface TokenFormProps {
  readonly owner: TokenOwner;
  readonly onMade: (token: CreatedApiToken) => void;
  readonly onClose: () => void;
}

function TokenForm({ owner, onMade, onClose }: TokenFormProps) {
  const queries = useQueryClient();
  const [intents] = useState(createIntents);
  // The same for a retry, which would otherwise be another intent.
  const [openedAt] = useState(Date.now);
  const rights: Rights = { role: 'viewer', partnerIds: 'all' as Choice };
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    // As the server names them; the expiry is chosen in days.
    initialValues: { name: '', ...rights, expiresAt: String(DEFAULT_DAYS), proof: false },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });

  const submit = onSubmit('create the token', async ({ expiresAt, partnerIds, ...values }) => {
    const body = {
      ...values,
      partnerIds: partnerIdsOf({ ...values, partnerIds }),
      expiresAt: new Date(expiryAfter(Number(expiresAt), openedAt)).toISOString(),
      accountId: owner.id,
    };
    onMade(await createApiToken(body, intents.keyFor(body)));
    void queries.invalidateQueries({ queryKey: TOKENS });
  });

  return (
    <FormDialog title={`Create a token for ${owner.username}`} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            {...form.getInputProps('name')}
            label="Name"
            placeholder="Which program uses it"
            autoComplete="off"
            data-autofocus
          />
          <RightsFields
            form={form}
            roles={OFFERED_ROLES.filter((role) => coversRole(owner.role, role))}
            among={owner.partnerIds}
            allLabel={allPartnersOf(owner)}
          />
          <NativeSelect
            {...form.getInputProps('expiresAt')}
            label="Valid for"
            data={DAYS.map((days) => ({
              value: String(days),
              label: `${days} days, until ${dateOf(expiryAfter(days, openedAt))}`,
            }))}
          />
          <Checkbox
            {...form.getInputProps('proof', { type: 'checkbox' })}
            label="May make changes that need a password"
            description="Without it, the token cannot change accounts, gateways, pairings, or handset keys and sources, whatever its role."
          />
        </Stack>
        <FormEnd
          refusal={refusal}
          isSaving={isSaving}
          submitLabel="Create token"
          savingLabel="Creating..."
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  );
}

/** @param from epoch milliseconds @returns epoch milliseconds */
function expiryAfter(days: number, from: number): number {
  return from + days * DAY_MS - (days === LONGEST_DAYS ? CLOCK_ALLOWANCE_MS : 0);
}

/** The day in Los Angeles, as screens show it. */
function dateOf(epochMs: number): string {
  return formatDateTime(new Date(epochMs).toISOString()).slice(0, 10);
}

interface NewTokenProps {
  readonly made: CreatedApiToken;
  /** Gets the focus at the end: the dialog was opened from the form, which is gone by then. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function NewToken({ made, opener, onClose }: NewTokenProps) {
  const { name, token, expiresAt } = made;
  useEffect(() => () => opener.current?.focus({ preventScroll: true }), [opener]);
  return (
    <FormDialog title={`Token ${name}`} onClose={onClose}>
      <Stack gap="sm">
        <Text>Copy the token now. It is not shown again. It works until {formatDateTime(expiresAt)}.</Text>
        <CopyOnce label="Token" value={token} isFirst />
        <CopyOnce label="Command to try it: lists tests" value={listTestsCommand(token)} />
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}
