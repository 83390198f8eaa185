/** The accounts, one a row: a table, or cards on narrow screens. */
import { IconBan, IconCircleCheckFilled, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ManagedAccount } from '@textprobe/contract/account-management';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { type ReactNode, useMemo } from 'react';
import { useChosenNames } from '../../../directory/chosen-names.ts';
import { partnersQuery } from '../../../directory/use-directory.ts';
import { counted } from '../../../ui/counted.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../../ui/list-table.tsx';
import rows from '../../../ui/named-rows.module.css';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import { useMay } from '../../../ui/role.tsx';
import { AccountMenu } from './account-menu.tsx';
import { linkWords, partnersInWords, roleLabel, STATE_LABELS } from './account-words.ts';
import classes from './accounts.module.css';
import type { AccountActions } from './use-account-actions.tsx';

const COLUMNS: readonly ListColumn[] = [
  ['Username'],
  ['Name'],
  ['Role', classes.roleColumn],
  ['Partners'],
  ['State', classes.stateColumn],
  ['Last login', classes.loginColumn],
];
const ACTIONS: ListColumn = ['Actions', rows.actionsColumn];

const SIGNS = { active: IconCircleCheckFilled, invited: IconMail, disabled: IconBan } as const;

interface AccountsTableProps {
  /** Undefined while loading. */
  readonly accounts: readonly ManagedAccount[] | undefined;
  readonly ownId: number | undefined;
  readonly empty: ReactNode;
  readonly actions: AccountActions;
  readonly onEdit: (account: ManagedAccount) => void;
}

export function AccountsTable({ accounts, ownId, empty, actions, onEdit }: AccountsTableProps) {
  const mayChange = useMay(ADMINISTRATORS);
  const partners = useQuery(partnersQuery());
  const partnerIds = useMemo(
    () => (accounts ?? []).flatMap(({ partnerIDs }) => (partnerIDs === 'all' ? [] : partnerIDs)),
    [accounts],
  );
  const chosen = useChosenNames('partner', partnerIds, partners.data);
  const now = useNow(30_000);
  return (
    <ListTable
      aria-label="Accounts"
      columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
      rowClassName={rows.row}
      isLoading={accounts === undefined}
      skeletonRows={5}
      isOutdated={false}
      empty={empty}
      rows={(accounts ?? []).map((account) => (
        <ListRow key={account.id} className={rows.row}>
          <ListCell label="Username" className={rows.name}>
            <strong>{account.username}</strong>
            {account.id === ownId && <span className={classes.you}>You</span>}
          </ListCell>
          <ListCell label="Name">
            {account.name || '–'}
            {account.email !== '' && <span className={classes.soft}>{account.email}</span>}
          </ListCell>
          <ListCell label="Role">
            {roleLabel(account.role)}
            {account.limitPerDay !== null && (
              <span className={classes.soft}>{counted(account.limitPerDay, 'message')} a day</span>
            )}
          </ListCell>
          <ListCell label="Partners">
            {partnersInWords(
              account.partnerIDs,
              partners.data && [...partners.data, ...chosen.names.values()],
            )}
          </ListCell>
          <ListCell label="State">
            <State account={account} now={now} />
          </ListCell>
          <ListCell label="Last login" className={classes.figures}>
            {account.lastLoginAt === null ? 'Never' : relativeTimestamp(account.lastLoginAt, now)}
          </ListCell>
          {mayChange && (
            <ListCell label="Actions" className={rows.actions}>
              <AccountMenu account={account} actions={actions} onEdit={onEdit} />
            </ListCell>
          )}
        </ListRow>
      ))}
    />
  );
}

function State({ account, now }: { account: ManagedAccount; now: number }) {
  const { state, invitationExpiresAt } = account;
  const Sign = SIGNS[state];
  const expiresAt = invitationExpiresAt === null ? null : parseTimestamp(invitationExpiresAt);
  return (
    <>
      <span className={classes.state} data-state={state}>
        <Sign size={14} aria-hidden />
        {STATE_LABELS[state]}
      </span>
      {state === 'invited' && <span className={classes.soft}>{linkWords(expiresAt, now)}</span>}
    </>
  );
}
