/** What the rows of the audit trail are about: names, and the pages that show them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AuditRow } from '@textprobe/contract/audit';
import { auditWords } from '@textprobe/contract/audit-actions';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import type { DirectorySearch } from '../../api/directory.ts';
import { withQuery } from '../../api/http.ts';
import { getAccounts } from '../../api/managed-accounts.ts';
import { byId, useDirectorySearch } from '../../directory/use-directory.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { useMay } from '../../ui/role.tsx';

/** As many as one call returns. */
const MOST_ACCOUNTS = 500;
const MOST_ENTRIES = 100;

export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'names'],
  queryFn: ({ signal }) => getAccounts({ page: 1, pageSize: MOST_ACCOUNTS }, signal),
  meta: { purpose: 'load the accounts' },
});

export interface AuditObject {
  /** `Gateway 3`. */
  readonly words: string;
  /** Undefined while it loads, and of what no longer exists. */
  readonly name?: string | undefined;
  /** Undefined: no page shows it. */
  readonly to?: string | undefined;
}

/** @returns the object of a row; null if it has none, or several */
export function useObjects(rows: readonly AuditRow[]): (row: AuditRow) => AuditObject | null {
  const mayEditGateways = useMay(ADMINISTRATORS);
  const accounts = byId(useQuery(accountsQuery).data?.accounts ?? []);
  // Already loaded by the frame.
  const gateways = byId(useGateways({ inFrame: true }).query.data ?? []);
  const partners = useEntries('partner', rows);
  const clients = useEntries('client', rows);
  const offices = useEntries('office', rows);
  const phones = useEntries('phone', rows);

  const listed = (kind: string, name: string | undefined) => ({
    name,
    to: name === undefined ? undefined : withQuery(`/directory/${kind}`, { text: name, state: 'all' }),
  });
  const pageOf = (kind: string, id: number): Omit<AuditObject, 'words'> => {
    switch (kind) {
      case 'account': {
        const name = accounts.get(id)?.username;
        return { name, to: name === undefined ? undefined : withQuery('/settings/accounts', { text: name }) };
      }
      case 'gateway': {
        const name = gateways.get(id)?.name;
        return { name, to: name && (mayEditGateways ? `/gateways/${id}` : '/gateways') };
      }
      case 'partner':
        return listed('partners', partners.get(id)?.name);
      case 'client':
        return listed('clients', clients.get(id)?.name);
      case 'office':
        return listed('offices', offices.get(id)?.name);
      case 'phone':
        return { name: phones.get(id)?.name, to: `/directory/phones/${id}` };
      case 'test':
        return { to: `/test-report/${id}` };
      default:
        return {};
    }
  };
  return ({ object: { kind, id } }) =>
    id === null ? null : { words: `${auditWords(kind)} ${id}`, ...pageOf(kind, Number(id)) };
}

/** The entries of the directory that rows are about, retired ones too. */
function useEntries(kind: DirectorySearch['kind'], rows: readonly AuditRow[]) {
  const found = rows.flatMap(({ object }) => (object.kind === kind ? (object.id ?? []) : []));
  const ids = [...new Set(found)].slice(0, MOST_ENTRIES).map(Number);
  const { data } = useDirectorySearch({ kind, ids }, ids.length > 0);
  return byId(data?.entries ?? []);
}
