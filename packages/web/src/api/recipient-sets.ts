/** The calls for recipient sets. */
import type { RecipientSet, RecipientSetBody } from '@textprobe/contract/recipient-sets';
import { request, requestJson } from './http.ts';

const SETS = '/api/recipient-sets';

/** By name. */
export function getRecipientSets(signal?: AbortSignal): Promise<RecipientSet[]> {
  return requestJson<RecipientSet[]>(SETS, { signal });
}

export function createRecipientSet(body: RecipientSetBody, idempotencyKey: string): Promise<RecipientSet> {
  return requestJson<RecipientSet>(SETS, { method: 'POST', body, idempotencyKey });
}

export function replaceRecipientSet(
  id: number,
  body: RecipientSetBody,
  idempotencyKey: string,
): Promise<RecipientSet> {
  return requestJson<RecipientSet>(`${SETS}/${id}`, { method: 'PUT', body, idempotencyKey });
}

export async function deleteRecipientSet(id: number): Promise<void> {
  await request(`${SETS}/${id}`, { method: 'DELETE' });
}
