/** The search, filters, order and page of a directory list in the URL, so that a view can be bookmarked and returned to (DIR-1). */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { addressCodec, oneOf, page, positive, searchText, withDefault } from '../../ui/address-values.ts';
import type { Sorted } from '../../ui/sort-button.tsx';
import { ORDERS } from './kinds.ts';

function addressOf(kind: DirectoryKind) {
  return addressCodec(
    {
      text: withDefault(searchText, ''),
      state: withDefault(oneOf(['retired', 'all']), 'active'),
      partnerId: kind === 'partners' ? () => undefined : positive(),
      clientId: kind === 'offices' ? positive() : () => undefined,
      /** A column, with a minus for descending order. */
      order: withDefault(oneOf(ORDERS[kind].flatMap((column) => [column, `-${column}`])), ORDERS[kind][0]),
      page,
    },
    { resets: ['page'] },
  );
}

export const DIRECTORY_ADDRESSES = {
  partners: addressOf('partners'),
  clients: addressOf('clients'),
  offices: addressOf('offices'),
  phones: addressOf('phones'),
} as const satisfies Record<DirectoryKind, unknown>;

export type DirectoryAddress = ReturnType<ReturnType<typeof addressOf>['read']>;
export type DirectoryChanges = Partial<Record<keyof DirectoryAddress, string | number | null>>;

/** Whether more than the state narrows the list. */
export function isNarrowed({ text, partnerId, clientId }: DirectoryAddress): boolean {
  return text !== '' || partnerId !== undefined || clientId !== undefined;
}

/** The first click on a column sorts ascending, the next descending. */
export function nextOrder(now: string, column: string): string {
  return now === column ? `-${column}` : column;
}

export function sortedBy(order: string, column: string): Sorted {
  if (order === column) return 'ascending';
  return order === `-${column}` ? 'descending' : 'none';
}

/** Whether the list can be sorted by this column. */
export function isSortable(kind: DirectoryKind, column: string): boolean {
  return ORDERS[kind].some((one) => one === column);
}
