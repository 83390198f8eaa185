/** The calls for saved views of the tests list. */
import type { SavedView, SavedViewBody } from '@textprobe/contract/saved-views';
import { request, requestJson } from './http.ts';

const VIEWS = '/api/saved-views';

/** By name: one's own, and the shared ones. */
export function getSavedViews(signal?: AbortSignal): Promise<SavedView[]> {
  return requestJson<SavedView[]>(VIEWS, { signal });
}

export function createSavedView(body: SavedViewBody, idempotencyKey: string): Promise<SavedView> {
  return requestJson<SavedView>(VIEWS, { method: 'POST', body, idempotencyKey });
}

export function replaceSavedView(
  id: number,
  body: SavedViewBody,
  idempotencyKey: string,
): Promise<SavedView> {
  return requestJson<SavedView>(`${VIEWS}/${id}`, { method: 'PUT', body, idempotencyKey });
}

export async function deleteSavedView(id: number): Promise<void> {
  await request(`${VIEWS}/${id}`, { method: 'DELETE' });
}
