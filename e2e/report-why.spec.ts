/** The reasons of a verdict: the stored raw evidence of a message, below the rule (SERVER-3). */
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

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
