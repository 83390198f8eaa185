/** Page object of the screen that pairs a phone. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { NewPairing, PairingKind } from '@textprobe/contract/pairings';

export async function openPairScreen(page: Page, phoneId: number): Promise<void> {
  await page.goto(`/directory/phones/${phoneId}/pair`);
  await expect(page.getByRole('heading', { name: /^Pair /, level: 1 })).toBeVisible();
}

/** Begins a pairing by the form. */
export async function startPairing(page: Page, kind: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
  await page.getByRole('button', { name: 'Start pairing' }).click();
}

/** A value shown with a Copy button. */
export function shownValue(page: Page, label: string) {
  return page
    .getByRole('button', { name: `Copy: ${label}`, exact: true })
    .locator('xpath=preceding-sibling::code');
}

/** One line of the proof. */
export function proofLine(page: Page, label: string) {
  return page.getByRole('list', { name: 'Proof' }).getByRole('listitem').filter({ hasText: label });
}

/** Begins a pairing over HTTP, which ends the open one of the phone. */
export async function makePairing(
  session: APIRequestContext,
  phoneId: number,
  kind: PairingKind = 'own-app',
): Promise<NewPairing> {
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  const answer = await session.post('/api/pairings', { headers, data: { phoneId, kind } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as NewPairing;
}
