/** The calls with which administrators manage handset keys and sources (PAIR-4). */
import type {
  HandsetKey,
  HandsetKeyBody,
  HandsetKeysQuery,
  NewHandsetKey,
} from '@textprobe/contract/handset-keys';
import type { HandsetSource, NewSourceSecret } from '@textprobe/contract/handset-sources';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { request, requestJson } from './http.ts';

const KEYS = '/api/handset-keys';
const SOURCES = '/api/handset-sources';
/** The path to which agents post pings. */
const PING = '/api/tests/sm/v1/handsets/ping';

export interface KeysPage {
  readonly keys: readonly HandsetKey[];
  /** Over all pages. */
  readonly total: number;
}

/** Valid keys, newest first. */
export async function getHandsetKeys(
  query: Pick<HandsetKeysQuery, 'text' | 'page' | 'pageSize'>,
  signal?: AbortSignal,
): Promise<KeysPage> {
  const response = await request(KEYS, { query: { ...query, state: 'valid' }, signal });
  const keys = (await response.json()) as HandsetKey[];
  return { keys, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? keys.length) };
}

export function createHandsetKey(body: HandsetKeyBody, idempotencyKey: string): Promise<NewHandsetKey> {
  return requestJson<NewHandsetKey>(KEYS, { method: 'POST', body, idempotencyKey });
}

export async function renameHandsetKey(id: number, label: string): Promise<void> {
  await request(`${KEYS}/${id}`, { method: 'PUT', body: { label } });
}

/** The old key keeps working for 24 hours. */
export function rotateHandsetKey(id: number): Promise<NewHandsetKey> {
  return requestJson<NewHandsetKey>(`${KEYS}/${id}/rotate`, { method: 'POST' });
}

export async function revokeHandsetKey(id: number): Promise<void> {
  await request(`${KEYS}/${id}`, { method: 'DELETE' });
}

/** All sources, oldest first. */
export function getHandsetSources(signal?: AbortSignal): Promise<HandsetSource[]> {
  return requestJson<HandsetSource[]>(SOURCES, { signal });
}

export async function renameHandsetSource(id: string, name: string): Promise<void> {
  await request(`${SOURCES}/${id}`, { method: 'PUT', body: { name } });
}

/** The old secret keeps working for 24 hours. @param secret of Twilio; null: generated */
export function rotateHandsetSource(id: string, secret: string | null): Promise<NewSourceSecret> {
  return requestJson<NewSourceSecret>(`${SOURCES}/${id}/rotate`, { method: 'POST', body: { secret } });
}

export async function revokeHandsetSource(id: string): Promise<void> {
  await request(`${SOURCES}/${id}`, { method: 'DELETE' });
}

/** A shell command that pings with this key. */
export function pingCommand(key: string): string {
  return `curl -X POST -H "Authorization: Bearer ${key}" ${window.location.origin}${PING}`;
}
