/**
 * The Test Report: the carrier's report compared with the handset's. Each phone of the demo directory has its own outcome in
 * the scenario `browser-tests`, and the report must describe it.
 */
import type { Report } from '@textprobe/contract/messages';
import { expect, test } from './console.ts';
import { makeTest, readReport, untilSettled } from './made-tests.ts';
import { execution, executions, openExecution, openReport } from './report-screen.ts';

let report: Report;

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  report = await untilSettled(request, everyEnd);
});

/** Messages from Oakland by phone: status, verdict, carrier's and handset's report, and part of the verdict's sentence. */
const ENDS = [
  ['Avery', 'Received', 'confirmed', 'delivered', 'received', 'The handset confirmed'],
  ['Blake', 'Failed', 'lost', 'no receipt', 'no report', 'nothing confirmed it before the deadline'],
  ['Casey', 'Failed', 'rejected', 'refused', 'nothing to receive', 'refused the message'],
  ['Devon', 'Received', 'confirmed', 'delivered', 'received', 'The handset confirmed'],
  ['Emerson', 'Delivered', 'receipt only', 'delivered', 'no report', 'the handset never confirmed it'],
  ['Finley', 'Received', 'late', 'delivered', 'received', 'only after the deadline'],
  ['Harper', 'Received', 'confirmed', 'delivered', 'received', 'The handset confirmed'],
  ['Jordan', 'Received', 'altered', 'delivered', 'received, text added', 'its text is not what was sent'],
  ['Kendall', 'Delivered', 'carrier confirmed', 'delivered', 'no agent', 'for this phone that is enough'],
] as const;

test('SERVER-3 describes each outcome: status and verdict, both reports, and the timeline from all ledgers', async ({
  console: page,
  world,
}) => {
  await test.step('each outcome', async () => {
    await openReport(page, world.everyEnd);
    for (const [phone, status, verdict, carrier, handset, sentence] of ENDS) {
      const row = execution(page, 'Oakland', phone);
      await expect(row.getByText(status, { exact: true })).toBeVisible();
      await expect(row.getByText(verdict, { exact: true })).toBeVisible();
      await expect(row.locator('[data-side="carrier"]')).toHaveText(carrier);
      await expect(row.locator('[data-side="handset"]')).toHaveText(handset);
      await expect(await openExecution(page, row)).toContainText(sentence);
    }
    // They disagree if the carrier’s receipt was false.
    const contradiction = page.getByRole('img', { name: 'contradicted by' });
    await expect(execution(page, 'Oakland', 'Emerson').filter({ has: contradiction })).toBeVisible();
    await expect(execution(page, 'Oakland', 'Avery').filter({ has: contradiction })).toHaveCount(0);
  });
  await test.step('the timeline', async () => {
    const moments = async (phone: string) => {
      const detail = await openExecution(page, execution(page, 'Oakland', phone));
      return detail.getByRole('listitem');
    };
    await openReport(page, world.everyEnd);
    const avery = await moments('Avery');
    await expect(avery).toHaveCount(4);
    await expect(avery.filter({ hasText: 'Created' })).toHaveText(/\d\d:\d\d:\d\d\.\d{3}(−[\d.]+|0) s$/);
    await expect(avery.filter({ hasText: 'The carrier accepted it' })).toHaveText(/\.\d{3}0 s$/);
    await expect(avery.filter({ hasText: 'Receipt: delivered' })).toHaveText(/\+[\d.]+ s$/);
    await expect(avery.filter({ hasText: 'Received by the handset' })).toHaveText(/\+[\d.]+ s$/);
    const blake = await moments('Blake');
    await expect(blake).toHaveText([
      /^Created/,
      /^The carrier accepted it/,
      /^No receiptexpected until \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
      /^No report from the handsetexpected until /,
    ]);
    await expect(await moments('Casey')).toHaveText([/^Created/, /^The carrier refused it/]);
  });
});

test('SERVER-2, SERVER-4 the strip counts the verdicts and filters by them; a message without an answer counts in no rate', async ({
  console: page,
  world,
}) => {
  await test.step('SERVER-4 a message without an answer is Unknown, and counts in no rate', async () => {
    await openReport(page, world.everyEnd);
    const row = execution(page, 'Berkeley', 'Casey');
    await expect(row.getByText('Unknown', { exact: true })).toBeVisible();
    await expect(row.locator('[data-side="carrier"]')).toHaveText('answer lost');
    await expect(await openExecution(page, row)).toContainText('it is not sent again');
    const outcome = page.getByRole('region', { name: 'Outcome' });
    // 18 messages, one of them unknown; 12 arrived.
    await expect(outcome).toContainText('12 received ÷ 17 known outcomes');
    await expect(outcome).toContainText('70.6%');
    expect(report.rate).toMatchObject({
      received: 12,
      known: 17,
      unknown: 1,
      inProgress: 0,
      deliveryRate: 70.6,
    });
  });
  await test.step('SERVER-2 the strip counts the verdicts, and each chip filters its executions', async () => {
    await openReport(page, world.everyEnd);
    await expect(
      page.getByRole('img', {
        name: '6 confirmed, 2 carrier confirmed, 2 late, 2 altered, 2 receipt only, 2 lost, 1 rejected, 1 unknown',
      }),
    ).toBeVisible();
    const chips = page.getByRole('group', { name: 'Show executions by verdict' });
    await chips.getByRole('button', { name: 'lost 2', exact: true }).click();
    await expect(executions(page)).toHaveCount(2);
    await expect(executions(page)).toContainText(['Blake', 'Blake']);
    await expect(page).toHaveURL(/verdict=lost/);
    await page.reload();
    await expect(executions(page)).toHaveCount(2);
    await chips.getByRole('button', { name: 'all 18', exact: true }).click();
    await expect(executions(page)).toHaveCount(18);
  });
});

test('SERVER-1 shows the sent and the received text side by side, with inserted and removed text marked', async ({
  console: page,
  world: { request, ids, everyEnd },
}) => {
  await test.step('identical and inserted text', async () => {
    await openReport(page, everyEnd);
    const same = await openExecution(page, execution(page, 'Oakland', 'Avery'));
    await expect(same.getByText('Text and sender arrived as they were sent.')).toBeVisible();
    await expect(same.locator('ins, del')).toHaveCount(0);
    const text = 'Hi Avery, Bayview Dental opens at nine.';
    await expect(same.getByText(text)).toHaveCount(2);

    const jordan = execution(page, 'Oakland', 'Jordan');
    const altered = await openExecution(page, jordan);
    await expect(altered).toContainText('Text added: “(1/1)” before the text.');
    // The carrier prepended its page number.
    await expect(altered.locator('ins')).toHaveText('(1/1)␣');
    await expect(altered.locator('del')).toHaveCount(0);
    await expect(altered.getByText('Hi Jordan, Bayview Dental opens at nine.')).toHaveCount(2);
    // The code at the end is gray, as in previews.
    await expect(altered.getByText(/^ #[0-9A-Z]{11}$/)).toHaveCount(2);
  });
  await test.step('removed text', async () => {
    const { testId } = await makeTest(request, ids, {
      from: ['Oakland'],
      to: ['Jordan'],
      body: 'Doors open at nine 🎉 be there',
    });
    await untilSettled(request, testId);
    await openReport(page, testId);
    const detail = await openExecution(page, execution(page, 'Oakland', 'Jordan'));
    await expect(detail.locator('del')).toContainText('🎉');
    await expect(detail.locator('ins')).toHaveCount(0);
    await expect(detail).toContainText('UCS-2');
  });
});

test('SERVER-3 an arrival after the deadline corrects the open report', async ({
  console: page,
  world: { request, ids },
}) => {
  const { testId } = await makeTest(request, ids, { from: ['Oakland'], to: ['Finley'] });
  await openReport(page, testId);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const row = execution(page, 'Oakland', 'Finley');
  const detail = await openExecution(page, row);
  await expect(row).toContainText('in transit');
  await expect(page.getByText('Auto-refreshing every minute (tests in progress)')).toBeVisible();
  await expect(row).toContainText('lost');
  await expect(row.getByText('late', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Delivered');
  // The row stayed open, and the page was not reloaded.
  await expect(detail).toContainText('Received by the handset');
  await expect(page.getByText('All messages are final')).toBeVisible();
  expect(loads).toBe(0);
  const { rate } = await readReport(request, testId);
  expect(rate).toMatchObject({ received: 1, known: 1, deliveryRate: 100 });
});
