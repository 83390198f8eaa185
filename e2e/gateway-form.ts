/** Page object of the gateway screens. */
import { expect, type Locator, type Page } from '@playwright/test';
import { CARRIER_PASSWORD, SYSTEM_ID } from './carrier.ts';

export async function openNewGateway(page: Page): Promise<void> {
  await page.goto('/gateways/new');
  await expect(page.getByRole('form', { name: 'New gateway' })).toBeVisible();
}

/** A setting's field by its name. */
export function setting(page: Page, name: string): Locator {
  return page.locator(`form [name="${name}"]`);
}

/** The error of a setting. */
export async function expectWrong(page: Page, name: string, words: RegExp): Promise<void> {
  await expect(setting(page, name)).toHaveAttribute('aria-invalid', 'true');
  await expect(setting(page, name)).toHaveAccessibleDescription(words);
}

/** An SMPP account at the local carrier. */
export async function fillAccount(page: Page, name: string, port: number, password = CARRIER_PASSWORD) {
  await setting(page, 'name').fill(name);
  await setting(page, 'host').fill('127.0.0.1');
  await setting(page, 'port').fill(String(port));
  await setting(page, 'systemId').fill(SYSTEM_ID);
  await setting(page, 'password').fill(password);
}

/** The result of a connection test. */
export function connectionResult(page: Page): Locator {
  return page.getByRole('form').getByRole('status').first();
}

export function moreSettings(page: Page): Locator {
  return page.locator('summary', { hasText: 'More settings' });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function card(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** Opens the picker of offices or clients on the Offices screen. */
export async function openOffices(page: Page, label: 'Offices' | 'Clients (all their offices)') {
  await page.getByRole('combobox', { name: label, exact: true }).and(page.locator('button')).click();
  const list = page.getByRole('listbox', { name: label, exact: true });
  await expect(list).toBeVisible();
  return list;
}
