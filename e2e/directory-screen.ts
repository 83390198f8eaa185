/** Page object of the directory's lists, and entries created over HTTP. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

type Kind = 'partners' | 'clients' | 'offices' | 'phones';

/** @param query `?text=…` */
export async function openDirectory(page: Page, kind: Kind, query = ''): Promise<void> {
  await page.goto(`/directory/${kind}${query}`);
  await expect(page.getByRole('heading', { name: new RegExp(`^${kind}$`, 'i'), level: 1 })).toBeVisible();
}

/** Without the header row, hidden placeholders, and what an empty list says. */
export function rows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.locator('[data-label]') });
}

export function rowOf(page: Page, name: string): Locator {
  return rows(page).filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });
}

export async function act(page: Page, name: string, action: 'Edit' | 'Retire' | 'Restore' | 'Delete') {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses whether retired entries are shown. A click, since the button follows the address a moment later. */
export async function show(page: Page, state: 'Active' | 'Retired' | 'All'): Promise<void> {
  const option = page.getByRole('radio', { name: state });
  await option.click();
  await expect(option).toBeChecked();
}

/** Answers the dialog that asks. */
export async function confirm(page: Page, answer: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: answer }).click();
  await expect(dialog).toBeHidden();
}

/** @returns its id */
export async function makeEntry(request: APIRequestContext, kind: Kind, data: object): Promise<number> {
  const token = await (await request.get('/api/csrf')).text();
  const headers = { 'X-XSRF-TOKEN': token };
  const answer = await request.post(`/api/directory/${kind}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

export async function retireEntry(request: APIRequestContext, kind: Kind, id: number): Promise<void> {
  const token = await (await request.get('/api/csrf')).text();
  const answer = await request.post(`/api/directory/${kind}/${id}/retire`, {
    headers: { 'X-XSRF-TOKEN': token },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A partner with a client and offices of these names, each with a number of its own. */
export async function makeOffices(
  request: APIRequestContext,
  partner: string,
  offices: readonly string[],
): Promise<{ partnerId: number; clientId: number; officeIds: number[] }> {
  const partnerId = await makeEntry(request, 'partners', { name: partner, limitPerDay: null });
  const clientId = await makeEntry(request, 'clients', { name: `${partner} East`, partnerId });
  const officeIds: number[] = [];
  for (const [index, name] of offices.entries()) {
    const rest = { clientId, managerFirstName: '', managerLastName: '', gatewayId: null };
    officeIds.push(
      await makeEntry(request, 'offices', { name, phoneNumber: `+1213555010${index}`, ...rest }),
    );
  }
  return { partnerId, clientId, officeIds };
}
