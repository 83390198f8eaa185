/** Page object of Accounts, and of the page of a link. */
import { type Browser, expect, type Page } from '@playwright/test';
import { closePicker, openPicker, optionOf } from './create-form.ts';

/** Another person's browser. */
export async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  return context.newPage();
}

export async function openAccounts(page: Page): Promise<void> {
  await page.goto('/settings/accounts');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await expect(rowOf(page, 'admin')).toBeVisible();
}

export function rowOf(page: Page, username: string) {
  const actions = page.getByRole('button', { name: `Actions for ${username}`, exact: true });
  return page.getByRole('row').filter({ has: actions });
}

export async function act(page: Page, username: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${username}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The link that the open dialog shows. */
export async function linkOf(page: Page, label: string): Promise<string> {
  const link = await page.getByRole('textbox', { name: label }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** @param of.partner default: all @returns the link */
export async function invite(
  page: Page,
  username: string,
  of: { name?: string; role?: 'Operator' | 'Viewer'; partner?: string } = {},
): Promise<string> {
  const { name = '', role = 'Operator', partner } = of;
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  if (partner !== undefined) {
    const list = await openPicker(page, 'Partners');
    await optionOf(list, 'All partners').click();
    await optionOf(list, partner).click();
    await closePicker(page, 'Partners');
  }
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByRole('dialog', { name: `${username} is invited` })).toBeVisible();
  return linkOf(page, 'Invitation link');
}

/** Chooses a password by the link, and logs in with it. @returns that person's page */
export async function accept(
  browser: Browser,
  { link, username, password }: { link: string; username: string; password: string },
): Promise<Page> {
  const page = await another(browser, new URL(link).origin);
  await page.goto(link);
  await choosePassword(page, password);
  await page.waitForURL('**/login');
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  return page;
}
