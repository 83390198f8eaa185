/**
 * The password again before a dangerous change. A test cannot let 15 minutes pass for the server, so the browser gets its
 * refusal from here until the server has accepted a proof.
 */
import type { Page } from '@playwright/test';
import { act, invite, openAccounts, rowOf } from './accounts-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { PASSWORD } from './program.ts';

const REFUSAL = 'Enter your password again to make this change.';

/** @returns the idempotency keys of the calls that came, also after the proof */
async function expireProof(page: Page, path: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  let isProven = false;
  await page.route('**/api/proof', async (route) => {
    const response = await route.fetch();
    isProven = response.status() === 204;
    await route.fulfill({ response });
  });
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (isProven) return route.fallback();
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { status: 403, code: 'proof.needed', detail: REFUSAL },
    });
  });
  return keys;
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Enter your password to make this change' });
}

test('ACCT-9: an invitation asks for the password in a dialog above the form, which keeps what was typed, and is then made', async ({
  console: page,
  complaints,
}) => {
  await openAccounts(page);
  const keys = await expireProof(page, '**/api/accounts');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Username').fill('petra');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Petra Vogel');
  const submit = page.getByRole('button', { name: 'Create invitation' });
  await submit.click();
  const password = dialog(page).getByLabel('Password');
  await expect(password).toBeFocused();

  // Canceled: only the upper dialog closes.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('alert')).toHaveText(REFUSAL);
  await expect(page.getByLabel('Username')).toHaveValue('petra');
  await expect(submit).toBeFocused();

  await page.keyboard.press('Enter');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/^This is not your current password\. Try again\./);
  await expect(password).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNarrow(page);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'petra is invited' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'petra')).toContainText('Petra Vogel');
  await expectComplaints(complaints, /status of 403/, /Failed to (save the account|check the password)/);
});

test('ACCT-9: an action that is canceled changes nothing and says nothing, and leaving the screen cancels it too', async ({
  console: page,
  complaints,
}) => {
  await page.goto('/settings/profile');
  await openAccounts(page);
  await invite(page, 'quentin');
  await expireProof(page, '**/api/accounts/*/reset-link');
  await act(page, 'quentin', 'New link');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await act(page, 'quentin', 'New link');
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expectComplaints(complaints, /status of 403/);
});
