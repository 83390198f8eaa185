/**
 * Messages that expire before they are sent: the report counts them separately. A separate program, where messages expire
 * quickly and Milwaukee's gateway has no carrier.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { test as base, expect, type WorkerFixtures } from './console.ts';
import { assignGateway, makeDeafGateway } from './made-gateways.ts';
import { makeTest, readDirectory, readReport, untilSettled } from './made-tests.ts';
import { startProgram } from './program.ts';
import { execution, executions, openExecution, openReport, section } from './report-screen.ts';

const test = base.extend<object, WorkerFixtures & { readonly ended: { some: number; only: number } }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram({ SEND_EXPIRY: '10s' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  /** A test with some unsent messages, and one with only unsent messages. */
  ended: [
    async ({ session }, use) => {
      await assignGateway(session, ['Milwaukee'], await makeDeafGateway(session, 'Acme'));
      const ids = await readDirectory(session);
      const some = await makeTest(session, ids, { from: ['Oakland', 'Milwaukee'], to: ['Avery'] });
      const only = await makeTest(session, ids, { from: ['Milwaukee'], to: ['Avery', 'Devon'] });
      for (const { testId } of [some, only]) await untilSettled(session, testId);
      await use({ some: some.testId, only: only.testId });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** An outcome's count by its name; absent if 0. */
function figure(page: Page, name: string) {
  return section(page, 'Outcome')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
}

test('GUARD-8 the report counts unsent messages separately, marks them, and excludes them from the rate', async ({
  console: page,
  session,
  ended,
}) => {
  await openReport(page, ended.some);
  await expect(figure(page, 'Not sent')).toHaveText('1');
  await expect(figure(page, 'Delivery rate')).toHaveText('100%');
  await expect(section(page, 'Outcome')).toContainText('1 received ÷ 1 known outcome');
  await expect(figure(page, 'Outcome unknown')).toHaveText('0');

  const row = execution(page, 'Milwaukee', 'Avery');
  await expect(row.getByText('not sent', { exact: true })).toBeVisible();
  await expect(row.locator('[data-side="carrier"]')).toHaveText('not submitted');
  await expect(execution(page, 'Oakland', 'Avery').getByText('not sent', { exact: true })).toBeHidden();
  const detail = await openExecution(page, row);
  await expect(detail).toContainText('The message expired before we could send it to the carrier');
  await expect(detail).toContainText('Never sent');
  await expect(detail).toContainText(/Waited for the link of its gateway “Acme”, down since/);
  await expect(detail.getByRole('heading', { name: 'To be sent' })).toBeVisible();
  await expectAccessible(page);

  await section(page, 'Outcome')
    .getByRole('button', { name: /^not sent/ })
    .click();
  await expect(executions(page)).toHaveCount(1);
  const { rate } = await readReport(session, ended.some);
  expect(rate).toMatchObject({ received: 1, known: 1, unknown: 0, notSent: 1, deliveryRate: 100 });
});

test("GUARD-8 a test without sent messages is Failed, 'not sent', and has no rate", async ({
  console: page,
  ended,
}) => {
  await openReport(page, ended.only);
  await expect(figure(page, 'Not sent')).toHaveText('2');
  await expect(figure(page, 'Delivery rate')).toHaveText('–');
  await expect(section(page, 'Outcome')).toContainText(/No known outcomes(?! yet)/);
  await expect(section(page, 'Basic Information')).toContainText('Failednot sent');
  await page.goto('/tests');
  const listed = page.getByRole('row').filter({ has: page.getByText('not sent', { exact: true }) });
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('Failed');
});
