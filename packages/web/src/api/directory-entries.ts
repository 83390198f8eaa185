/** The calls that manage the directory: partners, clients, offices and phones, one at a time (DIR-2). */
import type {
  ClientBody,
  DirectoryKind,
  OfficeBody,
  OfficeEntry,
  PartnerBody,
  PartnerEntry,
  PhoneBody,
  PhoneEntry,
} from '@textprobe/contract/directory-entries';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { type CallOptions, request, requestJson } from './http.ts';

/** An entry of any kind; what its kind does not have is absent. */
export type Entry = Omit<PartnerEntry, 'offices' | 'limitPerDay'> &
  Partial<
    Pick<PartnerEntry, 'offices' | 'limitPerDay'> &
      Pick<OfficeEntry, 'clientId' | 'phoneNumber' | 'managerFirstName' | 'managerLastName' | 'gatewayId'> &
      Pick<PhoneEntry, 'carrier' | 'evidence' | 'partnerId'>
  >;
export type EntryBody = PartnerBody | ClientBody | OfficeBody | PhoneBody;

/** An entry, and the tag of this version of it, which a change must name. */
export interface StoredEntry {
  readonly entry: Entry;
  readonly etag: string;
}

export interface EntriesQuery {
  readonly text: string | undefined;
  /** Undefined: both. */
  readonly state: 'active' | 'retired' | undefined;
  readonly partnerId: number | undefined;
  readonly clientId: number | undefined;
  /** A column, with a minus for descending order. */
  readonly order: string;
  readonly page: number;
  readonly pageSize: number;
}

export interface EntriesPage {
  readonly entries: readonly Entry[];
  /** Over all pages. */
  readonly total: number;
}

const pathOf = (kind: DirectoryKind, id?: number, act?: string) =>
  ['/api/directory', kind, id, act].filter((part) => part !== undefined).join('/');

export async function getEntries(
  kind: DirectoryKind,
  query: EntriesQuery,
  options: CallOptions,
): Promise<EntriesPage> {
  const response = await request(pathOf(kind), { query: { ...query }, ...options });
  const entries = (await response.json()) as Entry[];
  return { entries, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? entries.length) };
}

export async function getEntry(kind: DirectoryKind, id: number, signal?: AbortSignal): Promise<StoredEntry> {
  const response = await request(pathOf(kind, id), { signal });
  return { entry: (await response.json()) as Entry, etag: response.headers.get('ETag') ?? '' };
}

export function createEntry(kind: DirectoryKind, body: EntryBody, idempotencyKey: string): Promise<Entry> {
  return requestJson<Entry>(pathOf(kind), { method: 'POST', body, idempotencyKey });
}

/** Refused with 412 if the entry is no longer the version of this tag. */
export function replaceEntry(kind: DirectoryKind, id: number, body: EntryBody, etag: string): Promise<Entry> {
  return requestJson<Entry>(pathOf(kind, id), { method: 'PUT', body, ifMatch: etag });
}

export async function deleteEntry(kind: DirectoryKind, id: number): Promise<void> {
  await request(pathOf(kind, id), { method: 'DELETE' });
}

export async function setRetired(kind: DirectoryKind, id: number, isRetired: boolean): Promise<void> {
  await request(pathOf(kind, id, isRetired ? 'retire' : 'restore'), { method: 'POST' });
}
