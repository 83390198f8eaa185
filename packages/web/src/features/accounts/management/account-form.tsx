/** The form of an account: username, name, email, role and partners, for an invitation, a service account or a change. */

import { Stack, TextInput } from '@mantine/core';
import type { AccountChangeBody, ManagedAccount } from '@textprobe/contract/account-management';
import { LIMIT_PER_DAY_ERROR } from '@textprobe/domain/daily-limit';
import { partnerIdsOf, type Rights, RightsFields } from '../../../accounts/rights-fields.tsx';
import { capitalized } from '../../../accounts/rights-words.ts';
import type { Choice } from '../../../ui/choice.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { limitOf } from '../../../ui/limit-text.ts';
import { useServerForm } from '../../../ui/use-server-form.ts';

export type AccountDraft = AccountChangeBody & { readonly username: string };

interface AccountFormProps {
  /** Null: a new one. */
  readonly account: Pick<
    ManagedAccount,
    'username' | 'name' | 'email' | 'role' | 'partnerIds' | 'limitPerDay'
  > | null;
  /** Whether it is a service account: no mail is sent to it. */
  readonly isService?: boolean;
  /** The single sign-on that sets role and partners; default: none. */
  readonly managedBy?: string | null;
  readonly submitLabel: string;
  /** Rejects with the server's refusal. */
  readonly onSubmit: (draft: AccountDraft) => Promise<void>;
  readonly onCancel: () => void;
}

export function AccountForm(props: AccountFormProps) {
  const { account, isService = false, managedBy = null, submitLabel, onSubmit, onCancel } = props;
  const rights: Rights = {
    role: account?.role ?? 'viewer',
    partnerIds: (account?.partnerIds ?? 'all') as Choice,
  };
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
      ...rights,
      limitPerDay: account?.limitPerDay?.toString() ?? '',
    },
    validate: { limitPerDay: (limit) => (limitOf(limit) === undefined ? LIMIT_PER_DAY_ERROR : null) },
  });

  const submit = save('save the account', ({ limitPerDay, email, partnerIds, ...values }) =>
    onSubmit({
      ...values,
      ...(!isService && { email }),
      limitPerDay: limitOf(limitPerDay) ?? null,
      partnerIds: partnerIdsOf({ ...values, partnerIds }),
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
          placeholder={isService ? 'Optional: which program uses it' : 'Optional'}
          autoComplete="off"
          data-autofocus={account !== null || undefined}
        />
        {!isService && (
          <TextInput
            {...form.getInputProps('email')}
            label="Email"
            type="email"
            placeholder="Optional"
            description="Links to choose a password are mailed here if a mail server is set up."
            autoComplete="off"
          />
        )}
        {managedBy === null ? (
          <RightsFields form={form} />
        ) : (
          <TextInput
            label="Role"
            value={capitalized(rights.role)}
            description={`Managed by ${managedBy}, which sets role and partners at each login.`}
            readOnly
          />
        )}
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
