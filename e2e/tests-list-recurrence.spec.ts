/** The Tests list: the row menu, stopping a recurrence and duplicating a test. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { answerList, listAddress, rowAction, rowOf } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { DAILY_LATER, makePlannedTest } from './planned-tests.ts';
import { reportAction } from './report-screen.ts';

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

test('LIST-14 stops a recurring test from its row: asks first, then shows N/A in its schedule', async ({
  console: page,
  world: { request, ids },
}) => {
  const { testId } = await makePlannedTest(request, ids, {
    from: ['Boulder'],
    to: ['Avery'],
    body: 'Recurs',
    content: DAILY_LATER,
  });
  await page.goto(`/tests?testType=RECURRING&officeId=${idOf(ids.offices, 'Boulder')}`);
  const row = rowOf(page, testId);
  await expect(row).toContainText('Recurrence: Active');
  await expect(row).toContainText('01/05/2099 12:00:00');
  const more = rowAction(row, 'More actions for', testId);
  const writes: string[] = [];
  page.on('request', (one) => one.method() !== 'GET' && writes.push(one.url()));

  // By keyboard: open the menu, activate the second entry, and cancel with Escape.
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(alert(page)).toContainText('Are you sure you want to stop the recurrence of this test?');
  await page.keyboard.press('Escape');
  await expect(alert(page)).toBeHidden();
  expect(writes).toEqual([]);

  await more.click();
  await page.getByRole('menuitem', { name: 'Stop recurrence' }).click();
  await alert(page).getByRole('button', { name: 'Stop recurrence' }).click();
  await expect(row.getByRole('cell').nth(9)).toHaveText('N/A');
  await expect(row.getByRole('cell').nth(2)).toHaveText('RecurringNo more runs');
  await expect(row.getByRole('cell').nth(4)).toHaveText('N/A');
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatch(new RegExp(`/deliverabilitytest/stop\\?testId=${testId}$`));
  await more.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Duplicate']);
});

test('LIST-14 a failure to stop shows the server’s reason', async ({
  console: page,
  complaints,
  world: { ids, everyEnd },
}) => {
  await answerList(page, (one) => ({ ...one, recurrenceActive: true }));
  await page.goto(listAddress({ officeId: idOf(ids.offices, 'Berkeley') }));
  await rowAction(page, 'More actions for', everyEnd).click();
  await page.getByRole('menuitem', { name: 'Stop recurrence' }).click();
  await alert(page).getByRole('button', { name: 'Stop recurrence' }).click();
  await expect(alert(page)).toContainText('Failed to stop the recurrence. Please try again.');
  await expect(alert(page)).toContainText('does not recur');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expectComplaints(complaints, /status of 409/, /status: 409/);
});

test('LIST-14 Duplicate opens Create Test with this test, from the list and from a report', async ({
  console: page,
  world: { ids, everyEnd },
}) => {
  await test.step('LIST-14 Duplicate opens Create Test with this test', async () => {
    await page.goto(listAddress({ officeId: idOf(ids.offices, 'Berkeley') }));
    await rowAction(page, 'More actions for', everyEnd).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL(`**/create-tests?from=${everyEnd}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  await test.step('LIST-14 a report has Duplicate too, to send the same test again', async () => {
    await page.goto(`/test-report/${everyEnd}`);
    await (await reportAction(page, 'Duplicate')).click();
    await expect(
      page.getByText(`Copied from test ${everyEnd}. Nothing is sent until you create the test.`),
    ).toBeVisible();
  });
});

test('EVIDENCE-6 a recurring test shows its last runs as a strip, the newest on the right', async ({
  console: page,
  world: { ids, everyEnd },
}) => {
  const recentRuns = (['FAILED', 'DELIVERED', 'DELIVERED', 'MISSED'] as const).map((status, index) => ({
    runId: 9 - index,
    status,
  }));
  await answerList(page, (one) => ({ ...one, recentRuns }));
  await page.goto(listAddress({ officeId: idOf(ids.offices, 'Berkeley') }));
  const strip = rowOf(page, everyEnd).getByRole('img', {
    name: 'Last 4 runs: 1 Failed, 2 Delivered, 1 Missed',
  });
  await expect(strip).toBeVisible();
  const colors = await strip
    .locator('span')
    .evaluateAll((runs) => runs.map((run) => getComputedStyle(run).backgroundColor));
  expect(new Set(colors).size).toBe(3);
  expect(colors[1]).toBe(colors[2]);
  await expectAccessible(page);
});
