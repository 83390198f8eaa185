/** The accounts: who may log in, with which role and partners. */
import { Badge, Group } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconMail } from '@tabler/icons-react';
import type { ManagedAccount } from '@textprobe/contract/account-management';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { AUDITORS } from '@textprobe/domain/roles';
import type { ReactNode } from 'react';
import { capitalized, partnersInWords } from '../../../accounts/rights-words.ts';
import { usePartnerNames } from '../../../accounts/use-partner-names.ts';
import { signOnName } from '../../../api/sign-on.ts';
import { counted } from '../../../ui/counted.ts';
import { CellNote, EntryTable } from '../../../ui/entry-table.tsx';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { linkWords } from './account-words.ts';

const SIGNS = { active: IconCircleCheckFilled, invited: IconMail, disabled: IconBan } as const;

interface AccountsTableProps {
  /** Undefined while loading. */
  readonly accounts: readonly ManagedAccount[] | undefined;
  /** They are of another page or search. */
  readonly isOutdated: boolean;
  readonly ownId: number | undefined;
  readonly empty: ReactNode;
  readonly actionsOf: (account: ManagedAccount) => readonly RowAction[];
}

export function AccountsTable({ accounts, ownId, ...table }: AccountsTableProps) {
  const partners = usePartnerNames(accounts);
  const now = useNow(30_000);
  return (
    <EntryTable
      {...table}
      aria-label="Accounts"
      entries={accounts}
      columns={{
        Username: ({ id, username, service }) => (
          <>
            <strong>{username}</strong>{' '}
            {id === ownId && (
              <Badge variant="light" tt="none">
                You
              </Badge>
            )}
            {service && (
              <Badge variant="default" tt="none" fw={550}>
                Service account
              </Badge>
            )}
          </>
        ),
        Name: ({ name, email }) => (
          <>
            {name || '–'}
            {email !== '' && <CellNote>{email}</CellNote>}
          </>
        ),
        Role: ({ role, limitPerDay, signOn }) => (
          <>
            {capitalized(role)}
            {signOn && <CellNote>Managed by {signOnName()}</CellNote>}
            {limitPerDay !== null && <CellNote>{counted(limitPerDay, 'message')} a day</CellNote>}
          </>
        ),
        Partners: (account) => partnersInWords(account.partnerIds, partners),
        State: (account) => <State account={account} now={now} />,
        'Last login': ({ lastLoginAt, service }) => {
          if (service) return '–';
          return lastLoginAt === null ? 'Never' : relativeTimestamp(lastLoginAt, now);
        },
      }}
      menuName={({ username }) => username}
      menuRoles={AUDITORS}
    />
  );
}

function State({ account, now }: { account: ManagedAccount; now: number }) {
  const { state, inviteExpiresAt, twoFactor } = account;
  const Sign = SIGNS[state];
  const expiresAt = inviteExpiresAt === null ? null : parseTimestamp(inviteExpiresAt);
  return (
    <>
      <Group gap={6} wrap="nowrap" fw={550} {...(state === 'disabled' && { c: 'dimmed' })}>
        <Sign
          size={14}
          color={state === 'active' ? 'var(--tp-fill-delivered)' : 'currentColor'}
          aria-hidden
        />
        {capitalized(state)}
      </Group>
      {twoFactor && <CellNote>Two-factor login</CellNote>}
      {state === 'invited' && <CellNote>{linkWords(expiresAt, now)}</CellNote>}
    </>
  );
}
