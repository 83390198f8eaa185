/** The calls for recipient sets. */
import type { RecipientSet, RecipientSetBody } from '@textprobe/contract/recipient-sets';
import { request, requestJson } from './http.ts';

const SETS = '/api/tests/sm/v1/recipient-sets';

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
  return requestJson<RecipientSet>(SETS, { method: 'PUT', query: { id }, body, idempotencyKey });
}

export async function deleteRecipientSet(id: number): Promise<void> {
  await request(SETS, { method: 'DELETE', query: { id } });
}
