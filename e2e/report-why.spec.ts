/** The reasons of a verdict: the stored raw evidence of a message, below the rule (SERVER-3). */
import type { Locator } from '@playwright/test';
import type { MessageWhy } from '@textprobe/contract/message-why';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

const WHY = '**/deliverabilitytestlogs/why?testLogID=*';

/** The pieces of evidence of an opened message. */
function evidenceIn(detail: Locator): Locator {
  return detail.getByRole('list', { name: 'Evidence' }).getByRole('listitem');
}

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  await untilSettled(request, everyEnd);
});

test("SERVER-3 'Why' lists all evidence of a message in order, with the raw receipt", async ({
  console: page,
  world,
}) => {
  await openReport(page, world.everyEnd);
  let asked = 0;
  page.on('request', (request) => (asked += request.url().includes('/why?') ? 1 : 0));
  const detail = await openExecution(page, execution(page, 'Oakland', 'Finley'));
  // Nothing is requested before the section is opened.
  expect(asked).toBe(0);
  await detail.getByText('Why “late”?').click();
  await expect(detail.getByText('Replaying this evidence gives the same verdict')).toBeVisible();
  expect(asked).toBe(1);
  const lines = evidenceIn(detail);
  await expect(lines.first()).toContainText(/^\d\d:\d\d:\d\d\.\d{3}Createdwaiting$/);
  await expect(lines.filter({ hasText: 'Claimed for sending' })).toContainText('attempt 1');
  await expect(lines.filter({ hasText: 'The carrier accepted it' })).toContainText('in transit');
  // It arrived after the deadline, when the message counted as lost.
  const reception = lines.filter({ hasText: 'Reported by the handset' });
  await expect(reception).toContainText('corrected to late');

  const receipt = lines.filter({ hasText: 'Receipt: delivered' });
  const raw = receipt.locator('pre');
  await expect(raw).toBeHidden();
  await receipt.getByText('Raw receipt').click();
  await expect(raw).toContainText('stat:DELIVRD');
  await expectAccessible(page);
});

test('SERVER-3 a refused message shows the carrier’s reason; one without an answer says that it was lost', async ({
  console: page,
  world,
}) => {
  await openReport(page, world.everyEnd);
  const refused = await openExecution(page, execution(page, 'Oakland', 'Casey'));
  await refused.getByText('Why “rejected”?').click();
  await expect(evidenceIn(refused).filter({ hasText: 'The carrier refused it' })).toContainText('rejected');
  const lost = await openExecution(page, execution(page, 'Berkeley', 'Casey'));
  await lost.getByText('Why “unknown”?').click();
  await expect(evidenceIn(lost).filter({ hasText: 'The carrier’s answer was lost' })).toContainText(
    'unknown',
  );
});

test('GUARD-11 a message with set-aside evidence says so, and what an administrator can do', async ({
  console: page,
  world,
}) => {
  await openReport(page, world.everyEnd);
  const times = {
    tries: 3,
    lastTryAt: '2026-11-21T10:00:33.000-08:00',
    nextTryAt: '2026-11-21T10:05:33.000-08:00',
  };
  await page.route(WHY, async (route) => {
    const response = await route.fetch();
    const why = (await response.json()) as MessageWhy;
    await route.fulfill({ response, json: { ...why, setAside: [{ what: 'receipt', ...times }] } });
  });
  const detail = await openExecution(page, execution(page, 'Oakland', 'Avery'));
  await detail.getByText('Why “confirmed”?').click();
  const setAside = detail.getByRole('region', { name: 'Set aside' });
  await expect(setAside).toContainText(
    'could not be applied. 3 tries, last at 11/21/2026 10:00:33; next at 11/21/2026 10:05:33.',
  );
  await expect(setAside).toContainText('textprobe set-aside retry');
  await expectAccessible(page);
});

test('a failure to load evidence says so and can be retried; incomplete evidence says so too', async ({
  console: page,
  complaints,
  world,
}) => {
  await openReport(page, world.everyEnd);
  const detail = await openExecution(page, execution(page, 'Oakland', 'Avery'));
  await page.route(WHY, (route) => route.fulfill({ status: 500, json: {} }));
  await detail.getByText('Why “confirmed”?').click();
  await expect(detail.getByRole('alert')).toContainText('Failed to load the evidence.', { timeout: 20_000 });
  await page.unroute(WHY);
  await page.route(WHY, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as MessageWhy), addsUp: false } });
  });
  await detail.getByRole('button', { name: 'Retry' }).click();
  await expect(detail.getByText('Part of the evidence is missing')).toBeVisible();
  await expectAccessible(page);
  await expectComplaints(complaints, /Failed to load the evidence/, /500/);
});
