/**
 * The sending time that both screens show before submission. Two gateways as slow as the settings allow, whose carrier does not
 * listen, so they send nothing.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { test } from './carrier-fixture.ts';
import { expect } from './console.ts';
import { choose, createButton, messageBox, openCreateTest, pick, recipientsLine } from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { assignGateway, makeDeafGateway, removeMadeGateways } from './made-gateways.ts';
import { readDirectory } from './made-tests.ts';
import { makePlannedTest } from './planned-tests.ts';
import { textBox } from './several-form.ts';
import { openUpdateTest } from './update-form.ts';

const HARBOR = ['Oakland', 'Berkeley', 'San Leandro', 'Sacramento', 'Roseville', 'San Diego', 'Chula Vista'];
const SUMMIT = ['Denver', 'Boulder', 'Salt Lake City', 'Provo', 'Ogden'];
const LONG = 'A long message has several segments, and each of them counts. '.repeat(3);

test.beforeEach(async ({ session }) => {
  // Acme: 7 offices × 9 phones take 10.5 minutes. Bravo: 5 × 9 take 3 minutes 45 seconds.
  await assignGateway(session, HARBOR, await makeDeafGateway(session, 'Acme', 0.1));
  await assignGateway(session, SUMMIT, await makeDeafGateway(session, 'Bravo', 0.2));
});
test.afterEach(async ({ session }) => {
  await removeLater(session);
  await assignGateway(session, [...HARBOR, ...SUMMIT], null);
  await removeMadeGateways(session);
});

/** Selects every office and every phone of the directory. */
async function chooseEveryone(page: Page): Promise<void> {
  await choose(page, 'Partner', 'All');
  await page.getByRole('button', { name: 'Select all' }).click();
}

test('GUARD-8 Create Test shows how long sending takes: by offices, phones, segments and type', async ({
  console: page,
}) => {
  await openCreateTest(page);
  const line = recipientsLine(page);
  await messageBox(page).fill('Hello');
  await chooseEveryone(page);
  // The lab serves the others, without a limit.
  await expect(line).toHaveText(
    '18 offices × 9 phones = 162 messages of 1 segment Sending takes about 11 min at 0.1 messages/s (gateway Acme).',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }

  await messageBox(page).fill(LONG);
  await expect(line).toHaveText(
    '18 offices × 9 phones = 162 messages of 2 segments Sending takes about 21 min at 0.1 segments/s (gateway Acme).',
  );
  // Eight minutes through Acme; the five other offices do not use it.
  await messageBox(page).fill('Hello');
  await choose(page, 'Phone Numbers', 'Avery', 'Blake');
  await expect(line).toHaveText('18 offices × 7 phones = 126 messages of 1 segment');

  await messageBox(page).fill(LONG);
  await expect(line).toContainText('Sending takes about 16 min');
  await choose(page, 'Partner', 'All', 'Summit Property Partners');
  await expect(line).toHaveText('5 offices × 7 phones = 35 messages of 2 segments');
  await choose(page, 'Partner', 'Harbor Health Group');
  await expect(line).toContainText(/^12\s+offices.*Sending takes about 16 min at 0\.1 segments\/s/);
  // The lab's other gateway sends the MMS.
  await pick(page, 'MMS');
  await expect(line).toHaveText('12 offices × 7 phones = 84 messages with 0 files');
});

test('GUARD-8 the form does not wait for the gateways’ data', async ({ console: page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/office-gateways', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/office-gateways');
  await openCreateTest(page);
  await asked;
  await messageBox(page).fill(`${LATER} created meanwhile`);
  await chooseEveryone(page);
  await pick(page, 'Schedule for Later');
  await expect(recipientsLine(page)).toHaveText('18 offices × 9 phones = 162 messages of 1 segment');
  await expect(createButton(page)).toBeEnabled();
  held.resolve();
  await expect(recipientsLine(page)).toContainText('Sending takes about 11 min');
});

test('EVIDENCE-7 Create several shows how long sending all of its tests takes', async ({ console: page }) => {
  await openCreateTest(page);
  await chooseEveryone(page);
  await page.getByRole('link', { name: 'Create several' }).click();
  await textBox(page).fill('Hello\nHello again');
  const time = page.getByRole('status').filter({ hasText: 'Sending takes' });
  await expect(time).toHaveText('Sending takes about 21 min at 0.1 messages/s (gateway Acme).');
  await expectAccessible(page);
  await textBox(page).fill(`Hello\nHello again\n${LONG}`);
  await expect(time).toContainText('about 42 min at 0.1 segments/s');
  await textBox(page).fill('');
  await expect(time).toHaveCount(0);
});

test('GUARD-8 Update Test shows how long sending takes', async ({ console: page, session }) => {
  // Not the world's offices: its test would wait for Acme too.
  const ids = await readDirectory(session);
  const { testId } = await makePlannedTest(session, ids, {
    from: [...HARBOR, ...SUMMIT],
    to: [...ids.phones.keys()],
    body: `${LATER} slow`,
    content: ONCE_LATER,
  });
  await openUpdateTest(page, testId);
  const line = page.getByRole('form', { name: 'Update Test' }).locator('output');
  await expect(line).toHaveText(
    '12 offices × 9 phones = 108 messages of 1 segment Sending takes about 11 min at 0.1 messages/s (gateway Acme).',
  );
  await messageBox(page).fill(LONG);
  await expect(line).toContainText('Sending takes about 21 min at 0.1 segments/s (gateway Acme).');
  await choose(page, 'Phone Numbers', 'Avery', 'Blake', 'Casey', 'Devon', 'Emerson');
  await expect(line).toHaveText('12 offices × 4 phones = 48 messages of 2 segments');
});
