/**
 * The Tests list: row actions and live changes. Immediate tests start at once, so unexecuted ones are modified server
 * responses.
 */
import type { Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expect, expectComplaints, step, test } from './console.ts';
import { messageBox } from './create-form.ts';
import { answerList, listAddress, openTests, rowAction, rowOf, rows } from './list-screen.ts';
import { idOf, makeTest, T, untilSettled } from './made-tests.ts';

/** Only the tests of this file use this office. */
const OFFICE = 'Aurora';

let ended: Test;
let address: string;

test.beforeAll(async ({ world: { request, ids } }) => {
  const made = await makeTest(request, ids, { from: [OFFICE], to: ['Casey'], body: 'Kept' });
  await makeTest(request, ids, { from: [OFFICE], to: ['Casey'], body: 'To be deleted' });
  const report = await untilSettled(request, made.testId);
  await expect
    .poll(async () => {
      const answer = await request.get(`${T}/deliverabilitytest/get?testId=${made.testId}`);
      ended = (await answer.json()) as Test;
      return ended.executionStatus;
    })
    .toBe('FAILED');
  expect(report.testLogs).toHaveLength(1);
  address = listAddress({ officeId: idOf(ids.offices, OFFICE) });
});

const UNEXECUTED = { executionStatus: 'UNEXECUTED' } as const;

async function showUnexecuted(page: Page): Promise<void> {
  await answerList(page, (one) => ({ ...one, ...UNEXECUTED }));
  await page.goto(address);
  await expect(rows(page)).toHaveCount(2);
}

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

test('LIST-7, LIST-10 Report and the message lead to the report, Update to /update-test/{testId}, with a message if that page cannot be loaded', async ({
  console: page,
  complaints,
}) => {
  await test.step('LIST-7 Report and the message link to the test’s report', async () => {
    await page.goto(address);
    await rowAction(page, 'Report of', ended.testId).click();
    await page.waitForURL(`**/test-report/${ended.testId}`);
    await expect(
      page.getByRole('heading', { name: `Test Report #${ended.testId}`, exact: true }),
    ).toBeVisible();
    await page.goBack();
    await rows(page).getByRole('link', { name: 'Kept' }).click();
    await page.waitForURL(`**/test-report/${ended.testId}`);
  });
  await step(page, 'LIST-7 Update, with the test as navigation state', async () => {
    const asked: string[] = [];
    await showUnexecuted(page);
    page.on('request', (request) => asked.push(request.url()));
    await rowAction(page, 'Update', ended.testId).click();
    await page.waitForURL(`**/update-test/${ended.testId}`);
    await expect(page.getByRole('heading', { name: 'Update Test', level: 1 })).toBeVisible();
    await expect(messageBox(page)).toHaveValue('Kept');
    expect(asked.filter((url) => url.includes('deliverabilitytest/get'))).toEqual([]);
  });
  await step(page, 'LIST-10 when the page cannot be loaded', async () => {
    await page.route(/update-test-screen[^/]*\.js/, (route) => route.abort());
    await showUnexecuted(page);
    const update = rowAction(page, 'Update', ended.testId);
    await update.click();
    await expect(alert(page)).toContainText('Failed to navigate to update page. Please try again.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/tests\?/);
    await expect(rows(page)).toHaveCount(2);
    await expectComplaints(complaints, /ERR_FAILED/, /dynamically imported module/);
    // It can be retried.
    await page.unroute(/update-test-screen[^/]*\.js/);
    await update.click();
    await page.waitForURL(`**/update-test/${ended.testId}`);
  });
});

test('LIST-9 a test that the server refuses to delete stays, with the reason', async ({
  console: page,
  complaints,
}) => {
  // The real server refuses, because the test has run.
  await showUnexecuted(page);
  await rowAction(page, 'Delete', ended.testId).click();
  await alert(page).getByRole('button', { name: 'Delete' }).click();
  await expect(alert(page)).toContainText('Failed to delete test. Please try again.');
  await expect(alert(page)).toContainText('execution status');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expectComplaints(complaints, /status of 409/, /status: 409/);
});

test('LIST-11 a test created elsewhere appears and becomes final without a reload, flicker or movement', async ({
  console: page,
  world: { request, ids },
}) => {
  await test.step('LIST-11 a test created elsewhere appears and becomes final without a reload', async () => {
    await openTests(page);
    const { testId } = await makeTest(request, ids, {
      from: ['Denver'],
      to: ['Avery'],
      body: 'Made elsewhere',
    });
    const row = rowOf(page, testId);
    await expect(row).toContainText('Made elsewhere');
    await expect(row).toContainText('Delivered');
  });
  await test.step('LIST-11 a live change causes no flicker and no movement', async () => {
    const make = async (body: string) =>
      (await makeTest(request, ids, { from: ['Denver'], to: ['Avery'], body })).testId;
    const looked = await make('Looked at');
    for (let number = 1; number <= 5; number += 1) await make(`Above it, ${number}`);
    await page.setViewportSize({ width: 1024, height: 480 });
    await page.goto(listAddress({ officeId: idOf(ids.offices, 'Denver') }));
    const row = rowOf(page, looked);
    await row.scrollIntoViewIfNeeded();
    const place = async () => Math.round((await row.boundingBox())?.y ?? -1);
    const before = await place();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    const flickers = await page.evaluateHandle(() => {
      const seen = { emptied: 0 };
      new MutationObserver(() => {
        if (document.querySelectorAll('tbody tr:not([aria-hidden])').length === 0) seen.emptied += 1;
      }).observe(document.body, { subtree: true, childList: true });
      return seen;
    });
    const slidIn = await make('Slid in');
    await expect(rowOf(page, slidIn)).toContainText('Delivered');
    expect(await place()).toBe(before);
    expect(await flickers.evaluate(({ emptied }) => emptied)).toBe(0);
  });
});
