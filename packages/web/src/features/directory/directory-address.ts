/** The search, filters, order and page of a directory list in the URL, so that a view can be bookmarked and returned to (DIR-1). */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { isSearchText } from '@textprobe/domain/search-words';
import type { Sorted } from '../../ui/sort-button.tsx';
import { ORDERS } from './kinds.ts';

export type EntryState = 'active' | 'retired' | 'all';

export interface DirectoryAddress {
  readonly text: string;
  readonly state: EntryState;
  readonly partnerId: number | undefined;
  readonly clientId: number | undefined;
  /** A column, with a minus for descending order. */
  readonly order: string;
  /** From 1. */
  readonly page: number;
}

/** Ignores any value in the URL that is not valid. */
export function readDirectoryAddress(kind: DirectoryKind, search: URLSearchParams): DirectoryAddress {
  const text = search.get('text')?.trim() ?? '';
  const state = search.get('state');
  const order = search.get('order') ?? '';
  return {
    text: isSearchText(text) ? text : '',
    state: state === 'retired' || state === 'all' ? state : 'active',
    partnerId: kind === 'partners' ? undefined : positive(search.get('partnerId')),
    clientId: kind === 'offices' ? positive(search.get('clientId')) : undefined,
    order: isOrder(kind, order) ? order : ORDERS[kind][0],
    page: positive(search.get('page')) ?? 1,
  };
}

/** The URL with one value changed; null removes it. Anything but another page returns to the first. */
export function withValue(
  search: URLSearchParams,
  name: keyof DirectoryAddress,
  value: string | null,
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

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

function isOrder(kind: DirectoryKind, order: string): boolean {
  return isSortable(kind, order.replace('-', ''));
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
