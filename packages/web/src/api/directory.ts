/** Loads partners, clients, offices and phones, and normalizes both API spellings (CALL-1 to 4, DATA-4, DATA-9). */
import type { FoundEntry, WholeDirectory } from '@textprobe/contract/directory';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import type { PhonesHealth } from '@textprobe/contract/phone-health';
import { shortenSearch } from '@textprobe/domain/search-words';
import { request, requestJson } from './http.ts';
import {
  type Client,
  normalizeClient,
  normalizeOffice,
  normalizePartner,
  normalizePhones,
  type Office,
  type Partner,
  type Phone,
} from './normalize.ts';

const T = '/api/tests/sm/v1';

export async function getPartners(signal?: AbortSignal): Promise<Partner[]> {
  const answer = await requestJson<unknown[]>('/api/tests/sm/v1/partners', { signal });
  return answer.map(normalizePartner);
}

export async function getClientsByPartnerId(partnerId: number, signal?: AbortSignal): Promise<Client[]> {
  const answer = await requestJson<unknown[]>(`${T}/clients`, {
    query: { partnerId },
    signal,
  });
  return answer.map((client) => normalizeClient(client, partnerId));
}

export async function getOfficesByClientId(clientId: number, signal?: AbortSignal): Promise<Office[]> {
  const answer = await requestJson<unknown[]>(`${T}/offices`, {
    query: { clientId },
    signal,
  });
  return answer.map((office) => normalizeOffice(office, clientId));
}

export async function getAllClients(
  partners: readonly { id: number }[],
  signal?: AbortSignal,
): Promise<Client[]> {
  return gather(
    partners,
    (partner) => getClientsByPartnerId(partner.id, signal),
    'clients of partner',
    signal,
  );
}

export async function getAllOffices(
  clients: readonly { id: number }[],
  signal?: AbortSignal,
): Promise<Office[]> {
  return gather(clients, (client) => getOfficesByClientId(client.id, signal), 'offices of client', signal);
}

/** Accepts a list of phones, or an object whose `phones` are strings or numbers. */
export async function getPhoneNumbers(signal?: AbortSignal): Promise<Phone[]> {
  return normalizePhones(await requestJson<unknown>('/api/tests/sm/v1/deliverabilitytestphones', { signal }));
}

export interface DirectoryEntries {
  readonly partners: readonly Partner[];
  readonly clients: readonly Client[];
  readonly offices: readonly Office[];
}

/** All partners, clients and offices in one call, however many there are. */
export async function getWholeDirectory(signal?: AbortSignal): Promise<DirectoryEntries> {
  const answer = await requestJson<WholeDirectory>('/api/directory', { signal });
  return {
    partners: answer.partners.map(normalizePartner),
    clients: answer.clients.map((client) => normalizeClient(client, client.partnerId)),
    offices: answer.offices.map((office) => normalizeOffice(office, office.clientId)),
  };
}

export interface DirectorySearch {
  readonly kind: 'partner' | 'client' | 'office' | 'phone';
  readonly text?: string | undefined;
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  readonly ids?: readonly number[] | undefined;
}

export interface DirectoryFound {
  readonly entries: readonly FoundEntry[];
  readonly total: number;
}

const MOST_FOUND = 100;

/** Entries whose names match: the first hundred, and the total. Words of the text beyond the server's limit are ignored. */
export async function searchDirectory(
  { text, ids, ...search }: DirectorySearch,
  signal?: AbortSignal,
): Promise<DirectoryFound> {
  const query = {
    ...search,
    text: shortenSearch(text ?? '') || undefined,
    ids: ids?.join(),
    pageSize: MOST_FOUND,
  };
  const response = await request('/api/directory/search', { query, signal });
  const entries = (await response.json()) as FoundEntry[];
  return { entries, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? entries.length) };
}

/** Logs and skips a parent that fails; the children of the others are returned in the parents' order (DATA-9). */
async function gather<T>(
  parents: readonly { id: number }[],
  load: (parent: { id: number }) => Promise<T[]>,
  what: string,
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const results = await Promise.allSettled(parents.map(load));
  // An aborted load is not a failure of a parent.
  signal?.throwIfAborted();
  return results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return result.value;
    console.error(`Failed to load the ${what} ${parents[index]?.id}`, result.reason);
    return [];
  });
}

export function getPhonesHealth(signal?: AbortSignal): Promise<PhonesHealth> {
  return requestJson<PhonesHealth>('/api/directory/phones/health', {
    signal,
    background: true,
  });
}
