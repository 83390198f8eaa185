/** The form of an account: username, name, email, role and partners, for an invitation or for a change. */

import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountChangeBody, ManagedAccount } from '@textprobe/contract/account-management';
import type { Partner } from '@textprobe/contract/directory';
import { LIMIT_PER_DAY_ERROR } from '@textprobe/domain/daily-limit';
import { ROLE_MEANINGS, SEES_ALL } from '@textprobe/domain/role-words';
import { AUDITORS } from '@textprobe/domain/roles';
import { useChosenNames } from '../../../directory/chosen-names.ts';
import { nameOrId } from '../../../directory/labels.ts';
import { partnersQuery } from '../../../directory/use-directory.ts';
import type { Choice } from '../../../ui/choice.ts';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { limitOf } from '../../../ui/limit-text.ts';
import { RadioList } from '../../../ui/radio-list.tsx';
import { useServerForm } from '../../../ui/use-server-form.ts';
import { ALL_PARTNERS, capitalized, OFFERED_ROLES } from './account-words.ts';

export type AccountDraft = AccountChangeBody & { readonly username: string };

interface AccountFormProps {
  /** Null: an invitation. */
  readonly account: Pick<
    ManagedAccount,
    'username' | 'name' | 'email' | 'role' | 'partnerIds' | 'limitPerDay'
  > | null;
  readonly submitLabel: string;
  /** Rejects with the server's refusal. */
  readonly onSubmit: (draft: AccountDraft) => Promise<void>;
  readonly onCancel: () => void;
}

export function AccountForm({ account, submitLabel, onSubmit, onCancel }: AccountFormProps) {
  const {
    form,
    refusal,
    isSaving,
    onSubmit: save,
  } = useServerForm({
    initialValues: {
      username: account?.username ?? '',
      name: account?.name ?? '',
      email: account?.email ?? '',
      role: account?.role ?? 'viewer',
      partnerIds: (account?.partnerIds ?? 'all') as Choice,
      limitPerDay: account?.limitPerDay?.toString() ?? '',
    },
    validate: { limitPerDay: (limit) => (limitOf(limit) === undefined ? LIMIT_PER_DAY_ERROR : null) },
  });
  const { role, partnerIds: partners } = form.values;
  const seesAll = AUDITORS.includes(role);
  const directory = useQuery(partnersQuery());
  const chosen = useChosenNames('partner', partners, directory.data);

  const submit = save('save the account', ({ limitPerDay, ...values }) =>
    onSubmit({
      ...values,
      limitPerDay: limitOf(limitPerDay) ?? null,
      partnerIds: seesAll || partners === 'all' ? null : [...partners],
    }),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          {...form.getInputProps('username')}
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={account === null || undefined}
          readOnly={account !== null}
          description={account === null ? null : 'A username cannot be changed.'}
        />
        <TextInput
          {...form.getInputProps('name')}
          label="Name"
          placeholder="Optional"
          autoComplete="off"
          data-autofocus={account !== null || undefined}
        />
        <TextInput
          {...form.getInputProps('email')}
          label="Email"
          type="email"
          placeholder="Optional"
          description="Links to choose a password are mailed here if a mail server is set up."
          autoComplete="off"
        />
        <RadioList {...form.getInputProps('role')} label="Role" name="role" options={ROLES} />
        <ChoicePicker
          {...form.getInputProps('partnerIds')}
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
        />
        <TextInput
          {...form.getInputProps('limitPerDay')}
          label="Messages a day"
          placeholder="No limit"
          description="Tests over this limit are not sent. Days are in Los Angeles time."
          inputMode="numeric"
          autoComplete="off"
        />
      </Stack>
      <FormEnd refusal={refusal} isSaving={isSaving} submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  );
}

const ROLES = OFFERED_ROLES.map((value) => ({
  value,
  label: capitalized(value),
  about: ROLE_MEANINGS[value],
}));
const NO_PARTNERS: readonly Partner[] = [];

function optionOf({ id, name }: Partner) {
  return { id, label: name };
}
