/** The form of an account: username, name, email, role and partners, for an invitation or for a change. */

import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvitationBody, ManagedAccount } from '@textprobe/contract/account-management';
import type { Partner } from '@textprobe/contract/directory';
import { LIMIT_PER_DAY_ERROR } from '@textprobe/domain/daily-limit';
import { ROLE_MEANINGS, SEES_ALL } from '@textprobe/domain/role-words';
import { AUDITORS } from '@textprobe/domain/roles';
import { type SubmitEvent, useState } from 'react';
import { useChosenNames } from '../../../directory/chosen-names.ts';
import { nameOrId } from '../../../directory/labels.ts';
import { partnersQuery } from '../../../directory/use-directory.ts';
import type { Choice } from '../../../ui/choice.ts';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import { DialogButtons, FormError } from '../../../ui/form-dialog.tsx';
import { limitOf } from '../../../ui/limit-text.ts';
import { RadioList } from '../../../ui/radio-list.tsx';
import { useFormErrors } from '../../../ui/use-form-errors.ts';
import { ALL_PARTNERS, OFFERED_ROLES, roleLabel } from './account-words.ts';

interface AccountFormProps {
  /** Null: an invitation. */
  readonly account: Pick<
    ManagedAccount,
    'username' | 'name' | 'email' | 'role' | 'partnerIDs' | 'limitPerDay'
  > | null;
  readonly submitLabel: string;
  /** Rejects with the server's refusal. */
  readonly onSubmit: (draft: InvitationBody) => Promise<void>;
  readonly onCancel: () => void;
}

export function AccountForm({ account, submitLabel, onSubmit, onCancel }: AccountFormProps) {
  const [username, setUsername] = useState(account?.username ?? '');
  const [name, setName] = useState(account?.name ?? '');
  const [email, setEmail] = useState(account?.email ?? '');
  const [role, setRole] = useState(account?.role ?? 'viewer');
  const seesAll = AUDITORS.includes(role);
  const [partners, setPartners] = useState<Choice>(account?.partnerIDs ?? 'all');
  const [limit, setLimit] = useState(account?.limitPerDay?.toString() ?? '');
  const { form, errors, refusal, isSaving, show, clear, save } = useFormErrors(FIELDS);
  const directory = useQuery(partnersQuery());
  const chosen = useChosenNames('partner', partners, directory.data);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const limitPerDay = limitOf(limit);
    if (limitPerDay === undefined) return show({ limitPerDay: LIMIT_PER_DAY_ERROR });
    const partnerIDs = seesAll || partners === 'all' ? 'all' : [...partners];
    const draft = { username, name, email, role, partnerIDs, limitPerDay } satisfies InvitationBody;
    await save('save the account', () => onSubmit(draft));
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={account === null || undefined}
          readOnly={account !== null}
          description={account === null ? null : 'A username cannot be changed.'}
          value={username}
          error={errors.username}
          onChange={({ currentTarget }) => {
            setUsername(currentTarget.value);
            clear('username');
          }}
        />
        <TextInput
          label="Name"
          placeholder="Optional"
          autoComplete="off"
          data-autofocus={account !== null || undefined}
          value={name}
          error={errors.name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            clear('name');
          }}
        />
        <TextInput
          label="Email"
          type="email"
          placeholder="Optional"
          description="Links to choose a password are mailed here if a mail server is set up."
          autoComplete="off"
          value={email}
          error={errors.email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            clear('email');
          }}
        />
        <RadioList
          label="Role"
          name="role"
          options={ROLES}
          value={role}
          error={errors.role}
          onChange={(chosen) => {
            setRole(chosen);
            clear('role');
          }}
        />
        <ChoicePicker
          label="Partners"
          placeholder="Choose partners"
          allLabel={ALL_PARTNERS}
          entries={directory.data ?? NO_PARTNERS}
          optionOf={optionOf}
          loading={directory.isPending || chosen.isLoading}
          disabled={seesAll}
          description={seesAll ? SEES_ALL : undefined}
          value={seesAll ? 'all' : partners}
          unknownLabel={(id) => nameOrId('Partner', id, chosen.names)}
          error={errors.partnerIDs}
          onChange={(choice) => {
            setPartners(choice);
            clear('partnerIDs');
          }}
        />
        <TextInput
          label="Messages a day"
          placeholder="No limit"
          description="Tests over this limit are not sent. Days are in Los Angeles time."
          inputMode="numeric"
          autoComplete="off"
          value={limit}
          error={errors.limitPerDay}
          onChange={({ currentTarget }) => {
            setLimit(currentTarget.value);
            clear('limitPerDay');
          }}
        />
        <FormError>{refusal}</FormError>
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? 'Saving...' : submitLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const ROLES = OFFERED_ROLES.map((value) => ({ value, label: roleLabel(value), about: ROLE_MEANINGS[value] }));
const FIELDS = ['username', 'name', 'email', 'role', 'partnerIDs', 'limitPerDay'];
const NO_PARTNERS: readonly Partner[] = [];

function optionOf({ id, name }: Partner) {
  return { id, label: name };
}
