/**
 * A phone that is switched off: it stops pinging and receives nothing. Create Test warns about it, the report says that it was
 * offline, and the route is not blamed. A separate program, whose lab has this scenario.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { PhonesHealth } from '@textprobe/contract/phone-health';
import { expectAccessible } from './axe.ts';
import { test as base, expect, type WorkerFixtures } from './console.ts';
import { choose, openCreateTest, openPicker, optionOf } from './create-form.ts';
import { makeTest, readDirectory, readReport, T, untilSettled } from './made-tests.ts';
import { startProgram } from './program.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

const AVERY = '+12135550181';
/** Avery pings for a while, so that it is known as a pinging phone, and is then switched off. */
const SCENARIO = {
  name: 'switched off',
  everyCarrier: { delivery: { min: 50, max: 200 }, receipt: { min: 20, max: 50 } },
  pingEvery: 500,
  absences: [{ phone: AVERY, from: 10_000 }],
};

const test = base.extend<object, WorkerFixtures>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'textprobe-e2e-scenario-'));
      const file = join(folder, 'scenario.json');
      await writeFile(file, JSON.stringify(SCENARIO));
      const program = await startProgram({
        LAB_SCENARIO: file,
        CONFIRMATION_DEADLINE: '6s',
        // If the program does not tick for half of this, as on a busy machine, the silence of a phone counts from then on.
        HANDSET_OFFLINE_AFTER: '12s',
      });
      await use(program);
      await program.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** A test is closed shortly after its last message is final. */
async function expectStatus(request: APIRequestContext, testId: number, status: string): Promise<void> {
  await expect.poll(async () => (await readReport(request, testId)).test.executionStatus).toBe(status);
}

test.beforeEach(async ({ session }) => {
  const { phones } = await readDirectory(session);
  const presenceOf = async (name: string) => {
    const health = (await (await session.get('/api/directory/phones/health')).json()) as PhonesHealth;
    return health.phones.find(({ phoneId }) => phoneId === phones.get(name))?.presence;
  };
  await expect.poll(() => presenceOf('Avery'), { timeout: 45_000 }).toBe('offline');
  expect(await presenceOf('Devon')).toBe('online');
});

test('Create Test warns about a selected offline phone, and blocks nothing', async ({ console: page }) => {
  await openCreateTest(page);
  const list = await openPicker(page, 'Phone Numbers');
  await expect(optionOf(list, 'Avery')).toContainText('offline');
  await expect(optionOf(list, 'Devon')).not.toContainText('offline');
  await page.keyboard.press('Escape');
  await choose(page, 'Phone Numbers', 'Avery', 'Devon');
  const warned = page.getByRole('list', { name: 'Offline phones' });
  await expect(warned).toHaveText(/^Avery is offline, last seen \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\.$/);
  await page.getByText(/^Phone health: 1 online, 1 offline \(.+\)$/, { exact: true }).click();
  const health = page.getByRole('list', { name: 'Phone health' });
  await expect(health.getByRole('listitem').filter({ hasText: 'Avery' })).toContainText('Offline');
  await expect(health.getByRole('listitem').filter({ hasText: 'Devon' })).toContainText(
    /Online.*last seen .* · battery \d+%/,
  );
  await expectAccessible(page);
  await choose(page, 'Phone Numbers', 'Avery');
  await expect(warned).toBeHidden();
});

test('SERVER-4 a message to an offline phone says so, and counts in no rate', async ({
  console: page,
  session,
}) => {
  const ids = await readDirectory(session);
  const { testId } = await makeTest(session, ids, { from: ['Oakland'], to: ['Avery', 'Devon'] });
  await untilSettled(session, testId);
  await openReport(page, testId);
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();

  const row = execution(page, 'Oakland', 'Avery');
  await expect(row.getByText('handset offline', { exact: true })).toBeVisible();
  await expect(row.getByText('Unknown', { exact: true })).toBeVisible();
  await expect(row.locator('[data-side="handset"]')).toHaveText('offline');
  const detail = await openExecution(page, row);
  await expect(detail).toContainText('its test phone was offline');
  await expect(detail).toContainText('The phone was offline');
  await detail.getByText('Why “handset offline”?').click();
  await expect(detail).toContainText(
    /offline for at least half the time until the deadline, last seen at \d\d\//,
  );

  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome).toContainText('1 received ÷ 1 known outcome');
  await expect(outcome).toContainText('100%');
  await expect(outcome.getByText('Phone offline', { exact: true })).toBeVisible();
  const { rate } = await readReport(session, testId);
  expect(rate).toMatchObject({ received: 1, known: 1, unknown: 0, offline: 1, deliveryRate: 100 });
  await expectStatus(session, testId, 'DELIVERED');
  await expectAccessible(page);

  const csv = await (await session.get(`${T}/deliverabilitytestlogs/export-csv?testId=${testId}`)).text();
  expect(csv).toMatch(/handset offline/);
  expect(csv.split('\r\n')[0]).toContain('Phone Last Seen');
});

test('SERVER-2 a test whose phones were all offline is Failed, with the reason', async ({
  console: page,
  session,
}) => {
  const ids = await readDirectory(session);
  const { testId } = await makeTest(session, ids, { from: ['Oakland'], to: ['Avery'] });
  const { rate } = await untilSettled(session, testId);
  expect(rate).toMatchObject({ received: 0, known: 0, offline: 1, deliveryRate: null });
  await expectStatus(session, testId, 'FAILED');
  await openReport(page, testId);
  await expect(page.getByText('every handset was offline').first()).toBeVisible();
});
