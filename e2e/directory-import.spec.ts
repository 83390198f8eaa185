/** Importing the directory from a file, and exporting it. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { openDirectory, rowOf } from './directory-screen.ts';

/** Hidden: the button `Choose a file` opens it. */
function fileInput(page: Page) {
  return page.getByRole('button', { name: 'Choose a file' }).locator('input[type="file"]');
}

function choose(page: Page, text: string | Buffer, name = 'offices.csv'): Promise<void> {
  const buffer = Buffer.from(text);
  return fileInput(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** What the preview counts: new, changed, same, wrong. */
function counts(page: Page) {
  return page.getByRole('dialog').getByRole('definition');
}

test('DIR-3 a file is previewed with its wrong cell, corrected, imported and listed', async ({
  console: page,
}) => {
  await openDirectory(page, 'offices');
  await page.getByRole('button', { name: 'Import…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import directory' });
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  const go = dialog.getByRole('button', { name: /^Import/ });
  await expect(go).toBeDisabled();

  const rows = (number: string) =>
    `Partner,Client,Office,Office Phone,notes\nRowan Vets,Rowan East,Harbor,213 555 0142\nRowan Vets,Rowan East,Hill,${number}\n`;
  await choose(page, rows('call me'));
  await expect(counts(page)).toHaveText(['3', '0', '0', '1']);
  const listed = dialog.getByRole('region', { name: 'Preview' }).getByRole('row');
  await expect(listed.nth(1)).toContainText(
    '3WrongofficeRowan Vets / Rowan East / Hilloffice_phone "call me" is not a valid phone number',
  );
  await expect(listed.nth(2)).toHaveText('2NewpartnerRowan Vets');
  await expect(go).toBeDisabled();
  await expectAccessible(page);

  await choose(page, rows('+65 9123 4568'));
  await expect(counts(page)).toHaveText(['4', '0', '0', '0']);
  await expect(dialog.getByText('Ignored: the column "notes".')).toBeVisible();
  await expect(
    dialog.getByText('Read as American: 1 number without a country code (+12135550142).'),
  ).toBeVisible();
  await expect(listed.last()).toHaveText(
    '3NewofficeRowan Vets / Rowan East / HillPhone number: +6591234568.',
  );
  await dialog.getByRole('button', { name: 'Import 4 entries' }).click();
  await expect(page.getByText('Imported offices.csv: 4 new, 0 changed.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search name, number, client or partner' }).fill('Rowan');
  await expect(rowOf(page, 'Hill')).toContainText('+6591234568');

  await page.getByRole('button', { name: 'Import…' }).click();
  await choose(page, rows('+65 9123 4568'));
  await expect(dialog.getByText('The directory already has everything in this file.')).toBeVisible();
  await expect(go).toBeDisabled();
});

test('DIR-3 a file that is too large gets a sentence, and another can be chosen', async ({
  console: page,
  complaints,
}) => {
  await openDirectory(page, 'partners');
  await page.getByRole('button', { name: 'Import…' }).click();
  await choose(page, Buffer.alloc(8_000_001, 'x'), 'large.csv');
  await expect(page.getByText('large.csv is 9 MB; the limit is 8 MB. Split it.')).toBeVisible();
  await choose(page, 'partner\nSorrel\n');
  await expect(counts(page)).toHaveText(['1', '0', '0', '0']);
  await expectComplaints(complaints, /Failed to preview the import/);
});

test('DIR-3 the export is a file that changes nothing when imported', async ({ console: page }) => {
  await openDirectory(page, 'phones');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^directory-[\d-]+\.csv$/);
  await page.getByRole('button', { name: 'Import…' }).click();
  await fileInput(page).setInputFiles(await download.path());
  await expect(page.getByText('The directory already has everything in this file.')).toBeVisible();
});
