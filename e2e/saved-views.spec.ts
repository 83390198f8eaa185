/** Saved views of the tests list. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { alert } from './create-form.ts';
import { openTests } from './list-screen.ts';

const SEARCH = 'Search message, test ID or code';

function button(page: Page): Locator {
  return page.locator('[aria-haspopup="dialog"]').filter({ has: page.locator('.tabler-icon-bookmark') });
}

function views(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Views' });
}

async function openViews(page: Page): Promise<void> {
  await button(page).click();
  await expect(views(page)).toBeVisible();
}

async function saveAs(page: Page, name: string, { shared = false } = {}): Promise<void> {
  await openViews(page);
  await views(page).getByRole('button', { name: 'Save this view…' }).click();
  await views(page).getByLabel('Name of the view').fill(name);
  if (shared) await views(page).getByLabel('Share with accounts that see the same partners').check();
  await page.keyboard.press('Tab');
  await views(page).getByRole('button', { name: 'Save', exact: true }).click();
}

test.afterEach(async ({ session }) => {
  const token = await (await session.get('/api/csrf')).text();
  for (const { id } of (await (await session.get('/api/saved-views')).json()) as { id: number }[]) {
    await session.delete(`/api/saved-views/${id}`, { headers: { 'X-XSRF-TOKEN': token } });
  }
});

test('OVERVIEW-2 search and filters are saved under a name, and shown again with two clicks', async ({
  console: page,
}) => {
  await openTests(page);
  await openViews(page);
  const save = views(page).getByRole('button', { name: 'Save this view…' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/^Search or filter the list first/);
  await expect(views(page)).toContainText('No views yet.');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();

  await page.goto('/tests?executionStatus=FAILED&text=zebra&page=1');
  await saveAs(page, 'Failed zebras', { shared: true });
  await expect(views(page)).toBeHidden();
  await expect(button(page)).toHaveText('Failed zebras');
  await expect(button(page)).toBeFocused();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(button(page)).toHaveText('Views');
  await openViews(page);
  const view = views(page).getByRole('listitem');
  await expect(view).toHaveText('Failed zebras “zebra”, Failed · shared by admin');
  await expectAccessibleInBoth(page);
  await view.getByRole('button', { name: /^Failed zebras/ }).click();
  await expect(page).toHaveURL(/\/tests\?text=zebra&executionStatus=FAILED$/);
  await expect(page.getByRole('searchbox', { name: SEARCH })).toHaveValue('zebra');
  await page.goBack();
  await expect(page).toHaveURL(/\/tests$/);
});

test('OVERVIEW-2 a name that exists offers to replace the view; deleting asks for confirmation; a failure says so, on a phone', async ({
  console: page,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tests?executionStatus=FAILED');
  await saveAs(page, 'Mine');
  await expect(button(page)).toHaveText('Mine');
  await page.goto('/tests?executionStatus=DELIVERED');
  await saveAs(page, 'mine');
  await expect(views(page)).toContainText('You already have a view with this name.');
  await expectNarrow(page);
  await expectAccessibleInBoth(page);
  await views(page).getByRole('button', { name: 'Replace view' }).click();
  await expect(button(page)).toHaveText('mine');

  await openViews(page);
  await views(page).getByRole('button', { name: 'Delete mine' }).click();
  await expect(alert(page)).toContainText('Delete the view mine?');
  await page.route('**/api/saved-views/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await alert(page).getByRole('button', { name: 'Delete' }).click();
  await expect(alert(page)).toContainText('Failed to delete mine. Please try again.');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await page.unroute('**/api/saved-views/*');
  await views(page).getByRole('button', { name: 'Delete mine' }).click();
  await alert(page).getByRole('button', { name: 'Delete' }).click();
  await expect(views(page)).toContainText('No views yet.');
  await expectComplaints(
    complaints,
    /status of 409/,
    /Failed to save the view/,
    /status of 500/,
    /Failed to delete/,
  );
});
