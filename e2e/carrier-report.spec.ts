/** The report for a carrier: a file of many messages, and one message on the clipboard (EVIDENCE-3). */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { execution, openExecution, openReport, reportAction, section } from './report-screen.ts';

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  await untilSettled(request, everyEnd);
});

async function openDialog(page: Page, opener: Locator): Promise<Locator> {
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Report for the carrier' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function download(page: Page, start: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('EVIDENCE-3 For the carrier exports the listed messages, without names unless they are chosen', async ({
  console: page,
  world,
}) => {
  await openReport(page, world.everyEnd);
  let dialog = await openDialog(page, await reportAction(page, 'For the carrier'));
  await expect(dialog).toContainText('All 18 messages of this test.');
  await expectAccessible(page);
  const whole = await download(page, () => dialog.getByRole('link', { name: 'CSV' }).click());
  expect(whole.name).toMatch(new RegExp(`^carrier-report-${world.everyEnd}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  expect(whole.content.toString()).not.toMatch(/Partner|Oakland/);
  await expect(dialog).toBeHidden();

  await section(page, 'Outcome')
    .getByRole('button', { name: /^rejected/ })
    .click();
  // Beside the filtered rows, as the header may be far above.
  dialog = await openDialog(page, page.getByRole('button', { name: 'For the carrier', exact: true }));
  await expect(dialog).toContainText('The messages that match the run and the filters.');
  await dialog.getByRole('checkbox', { name: 'Name partner, client and office' }).check();
  const some = await download(page, () => dialog.getByRole('link', { name: 'CSV' }).click());
  const [heading, ...rows] = some.content.toString().trimEnd().split('\r\n');
  expect(heading).toMatch(/,Partner,Client,Office$/);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain('refused');

  dialog = await openDialog(page, await reportAction(page, 'For the carrier'));
  const pdf = await download(page, () => dialog.getByRole('button', { name: 'PDF' }).click());
  expect(pdf.name).toMatch(/^carrier-report-\d+-\d{4}-\d\d-\d\d\.pdf$/);
  expect(pdf.content.subarray(0, 4).toString()).toBe('%PDF');
  await expect(dialog).toBeHidden();
});

test('EVIDENCE-3 the other exports are in a menu that the keyboard opens, steps through and closes', async ({
  console: page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReport(page, world.everyEnd);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.focus();
  await page.keyboard.press('Space');
  const entries = page.getByRole('menuitem');
  await expect(entries).toHaveText(['For the carrier', 'Export CSV', 'Duplicate', 'Audit trail']);
  await expect(entries.first()).toBeFocused();
  await expectAccessibleInBoth(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.keyboard.press('ArrowUp');
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entries).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Report for the carrier' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('EVIDENCE-3 Copy for the carrier puts one message on the clipboard', async ({
  console: page,
  world,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReport(page, world.everyEnd);
  const detail = await openExecution(page, execution(page, 'Oakland', 'Emerson'));
  await detail.getByRole('button', { name: 'Copy for the carrier' }).click();
  await expect(detail.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Reference: \d+\nMessage ID: /);
  expect(text).toContain('Your receipt: delivered');
  expect(text).toMatch(/Raw receipts:\nid:/);
  expect(text).not.toContain('Received UTC');
});

test('EVIDENCE-3 analytics exports the messages of its filters for the carrier', async ({
  console: page,
}) => {
  await page.goto('/reports?carrier=Verizon');
  const dialog = await openDialog(page, page.getByRole('button', { name: 'For the carrier' }));
  await expect(dialog).toContainText(/^Report for the carrier[\d,]+ messages? matching the filters\./);
  const file = await download(page, () => dialog.getByRole('link', { name: 'CSV' }).click());
  const rows = file.content.toString().trimEnd().split('\r\n').slice(1);
  for (const row of rows) expect(row).toContain(',Verizon,');
});
