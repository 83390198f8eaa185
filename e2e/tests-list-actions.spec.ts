/**
 * The Tests list: row actions and automatic refresh. Immediate tests start at once, so unexecuted ones are modified server
 * responses.
 */
import type { Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expect, expectComplaints, step, test } from './console.ts';
import { messageBox } from './create-form.ts';
import {
  answerList,
  listAddress,
  openTests,
  rowAction,
  rowOf,
  rows,
  withoutLiveEvents,
} from './list-screen.ts';
import { idOf, makeTest, T, untilSettled } from './made-tests.ts';
import { installClock } from './page-clock.ts';

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

test('LIST-8 update and delete are refused once a test has begun, and say why', async ({ console: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()));
  await page.goto(address);
  for (const [action, word] of [
    ['update', 'Update'],
    ['delete', 'Delete'],
  ] as const) {
    const button = rowAction(page, word, ended.testId);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(alert(page)).toContainText(
      `Cannot ${action} test. Test has execution status: FAILED. Only unexecuted tests can be ${action}d.`,
    );
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(alert(page)).toBeHidden();
    await expect(button).toBeFocused();
    await expect(page).toHaveURL(/\/tests\?/);
    expect(asked).toEqual([]);
  }
});

test('LIST-9 Delete asks first; the row disappears at once, or the failure says why', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'LIST-9 Delete asks first, and Cancel leaves everything as it is', async () => {
    const asked: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()));
    await showUnexecuted(page);
    await rowAction(page, 'Delete', ended.testId).click();
    await expect(alert(page)).toContainText('Are you sure you want to delete this test?');
    await expect(alert(page)).toHaveAccessibleDescription(`This deletes test ${ended.testId} “Kept”.`);
    await expect(alert(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(alert(page)).toBeHidden();
    await expect(rows(page)).toHaveCount(2);
    expect(asked).toEqual([]);
  });
  await step(page, 'LIST-9 on success the row disappears at once, before the list is refetched', async () => {
    await withoutLiveEvents(page);
    await showUnexecuted(page);
    const doomed = rows(page).filter({ hasText: 'To be deleted' });
    await page.unrouteAll();
    await withoutLiveEvents(page);
    // Block list responses from now on.
    await page.route(`**${T}/deliverabilitytest/all*`, () => {});
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.route(`**${T}/deliverabilitytest/delete*`, (route) => route.fulfill({ status: 204 }));
    await doomed.getByRole('button', { name: /^Delete test/ }).click();
    await alert(page).getByRole('button', { name: 'Delete' }).click();
    const { searchParams } = new URL((await deleted).url());
    await expect(doomed).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    expect(Number(searchParams.get('testId'))).toBeGreaterThan(ended.testId);
  });
  await step(page, 'LIST-9 a failure, with the server’s reason', async () => {
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
});

test('LIST-11 fetches the list every 60 seconds only while something can change, and on Refresh', async ({
  console: page,
}) => {
  const clock = await installClock(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('deliverabilitytest/all')) asked += 1;
  });
  const open = async () => {
    // Between two steps the page before may fetch the list once more: its live events were let through.
    await page.goto('about:blank');
    asked = 0;
    await page.goto(address);
    await expect(rows(page)).toHaveCount(2);
    expect(asked).toBe(1);
  };
  for (const [title, change] of [
    ['while any test is EXECUTING', { executionStatus: 'EXECUTING' }],
    ['while any test is of type SCHEDULED', { testType: 'SCHEDULED' }],
    ['while any test is of type RECURRING', { testType: 'RECURRING' }],
  ] as const) {
    await step(page, title, async () => {
      await withoutLiveEvents(page);
      await answerList(page, (one, index) => (index === 0 ? { ...one, ...change } : one));
      await open();
      for (const round of [2, 3]) {
        const answered = page.waitForResponse(/deliverabilitytest\/all/);
        await clock.pass(60_000);
        await answered;
        expect(asked).toBe(round);
      }
    });
  }
  await step(page, 'nothing when nothing can change, except on Refresh', async () => {
    await withoutLiveEvents(page);
    await open();
    await clock.pass(180_000);
    // Its clock has advanced, and relative times were rendered again.
    await expect(page.getByText('Updated 3 min ago')).toBeVisible();
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Updated just now')).toBeVisible();
    expect(asked).toBe(2);
  });
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
