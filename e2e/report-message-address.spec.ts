/** One message of the Test Report: its address, the keys that step to it, and what to do about it. */
import type { Locator, Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, step, test } from './console.ts';
import { openTests } from './list-screen.ts';
import { readReport } from './made-tests.ts';
import { group, moveTo, openPalette } from './palette-page.ts';
import {
  answerReport,
  execution,
  executions,
  openExecution,
  openReport,
  REPORT,
  reportAction,
} from './report-screen.ts';

const REFUSAL = 'The carrier answered: the destination address is invalid (ESME_RINVDSTADR).';

const openers = (page: Page) => executions(page).getByRole('button', { name: /, details$/ });

function opener(page: Page, logId: number): Locator {
  return page.getByRole('button', { name: `${logId}, details`, exact: true });
}

/** The id of the message from Oakland to the phone with this number. */
function logTo({ testLogs }: Report, number: string): number {
  const log = testLogs.find(({ sent }) => sent.to === number && sent.from === '+15105550101');
  if (log === undefined) throw new Error(`No message to ${number}`);
  return log.testLogID;
}

test('EVIDENCE-5 an opened message is in the address, which opens, scrolls to and focuses it, and says if filters hide it', async ({
  console: page,
  settled: { request, everyEnd },
}) => {
  const blake = logTo(await readReport(request, everyEnd), '+12135550182');
  await test.step('the address of a message', async () => {
    await openReport(page, everyEnd);
    await openExecution(page, execution(page, 'Oakland', 'Avery'));
    await openExecution(page, execution(page, 'Oakland', 'Blake'));
    await expect(page).toHaveURL(`/test-report/${everyEnd}?log=${blake}`);
    // From the top: the browser restores the scroll position.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.reload();
    await expect(opener(page, blake)).toBeFocused();
    await expect(opener(page, blake)).toBeInViewport();
    await expect(page.getByRole('button', { expanded: true })).toHaveCount(1);
    await opener(page, blake).click();
    await expect(opener(page, blake)).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL(`/test-report/${everyEnd}`);
  });
  await test.step('hidden by the filters', async () => {
    await page.goto(`/test-report/${everyEnd}?verdict=late&log=${blake}`);
    const notice = page.getByRole('status').filter({ hasText: `Message ${blake} is hidden by the filters.` });
    await expect(notice).toBeVisible();
    await expect(executions(page)).toHaveCount(2);
    await notice.getByRole('button', { name: 'Show all' }).click();
    await expect(opener(page, blake)).toBeFocused();
    await expect(executions(page)).toHaveCount(18);
    await expect(page).toHaveURL(`/test-report/${everyEnd}?log=${blake}`);
  });
});

test('EVIDENCE-5 a message on another page is found there, an older one is fetched with its neighbors, and one that does not exist is named', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await step(page, 'on another page, or in no report', async () => {
    await answerReport(page, (report) => ({
      ...report,
      testLogCount: 2_150,
      testLogs: Array.from({ length: 250 }, (_, index) => ({
        ...(report.testLogs[index % report.testLogs.length] as Report['testLogs'][number]),
        testLogID: 5_000 - index,
      })),
    }));
    // With equal times, the highest id comes first.
    await page.goto(`/test-report/${everyEnd}?sort=log&log=4900`);
    await expect(opener(page, 4900)).toBeFocused();
    await expect(page.getByText('101–200 of 250')).toBeVisible();
    // The page stays when another message is opened there.
    await opener(page, 4901).click();
    await expect(page).toHaveURL(/log=4901/);
    await expect(page.getByText('101–200 of 250')).toBeVisible();

    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`/test-report/${everyEnd}?log=987654`);
    await expect(page.getByText('This test has no message 987654.')).toBeVisible();
    await expect(executions(page)).toHaveCount(18);
  });
  await step(page, 'older than the newest', async () => {
    const asked: (string | null)[] = [];
    await page.route(REPORT, async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as Report;
      const logId = new URL(route.request().url()).searchParams.get('testLogID');
      asked.push(logId);
      const first = logId === null ? 9_000 : Number(logId) + 2;
      const testLogs = report.testLogs.map((log, index) => ({ ...log, testLogID: first - index }));
      await route.fulfill({
        response,
        json: { ...report, testLogs, testLogCount: 9_000, isNewest: logId === null },
      });
    });
    await page.goto(`/test-report/${everyEnd}?sort=log&log=41`);
    await expect(opener(page, 41)).toBeFocused();
    await expect(opener(page, 43)).toBeVisible();
    await expectAccessible(page);
    const notice = page.getByRole('status').filter({ hasText: 'Showing 18 messages around an older one.' });
    await notice.getByRole('button', { name: 'Show the newest' }).click();
    await expect(opener(page, 9000)).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(page).toHaveURL(`/test-report/${everyEnd}?sort=log`);
    expect(asked.at(0)).toBe('41');
    expect(asked.at(-1)).toBeNull();
  });
});

test('EVIDENCE-5 j and k step through messages, Enter opens one, Escape closes it', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await openReport(page, everyEnd);
  await expect(page.getByText('j and k step through messages, Enter opens, Escape closes')).toBeVisible();
  await page.keyboard.press('j');
  await expect(openers(page).nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(openers(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(openers(page).nth(1)).toHaveAttribute('aria-expanded', 'true');
  // From inside the details too.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy for the carrier' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(openers(page).nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(openers(page).nth(1)).toBeFocused();
  await expect(openers(page).nth(1)).toHaveAttribute('aria-expanded', 'false');

  // A click leaves the focus on no control; the keys continue from the message it opened.
  await executions(page).nth(4).getByRole('cell').nth(1).click();
  await page.keyboard.press('j');
  await expect(openers(page).nth(5)).toBeFocused();

  // Neither in a field, nor with a modifier, nor behind a dialog.
  await page.keyboard.press('Alt+k');
  await expect(openers(page).nth(5)).toBeFocused();
  await (await reportAction(page, 'For the carrier')).click();
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[data-opener]:focus')).toHaveCount(0);
});

test('EVIDENCE-5 below the verdict is what to do, based on the carrier’s error if there is one', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await answerReport(page, (report) => ({
    ...report,
    testLogs: report.testLogs.map((log) =>
      log.verdict !== 'rejected' ? log : { ...log, submission: { ...log.submission, error: REFUSAL } },
    ),
  }));
  await openReport(page, everyEnd);
  const advice = (detail: Locator) => detail.getByRole('paragraph').filter({ hasText: /^What to do:/ });
  const detailOf = async (phone: string) => openExecution(page, execution(page, 'Oakland', phone));
  await expect(advice(await detailOf('Casey'))).toContainText('Check the phone’s number.');
  await expect(advice(await detailOf('Emerson'))).toContainText(
    'Ask the carrier with “Copy for the carrier”: its receipt says delivered, but the phone has nothing.',
  );
  await expect(advice(await detailOf('Avery'))).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('j and k step through messages')).toBeHidden();
  // It has the same colors.
  await expectAccessible(page, { contrast: 'skip' });
});

test('EVIDENCE-5 the code of a message, as its handset shows it, opens that message', async ({
  console: page,
  settled: { request, everyEnd },
}) => {
  const { testLogs } = await readReport(request, everyEnd);
  const { testLogID, sent } = testLogs[3] ?? {};
  await openTests(page);
  await openPalette(page, sent?.text.slice(-12).toLowerCase());
  await expect(group(page, 'Messages')).toContainText(`to ${sent?.to}`);
  await expect(group(page, 'Tests')).toHaveCount(1);
  await moveTo(page, group(page, 'Messages'));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/test-report/${everyEnd}?log=${testLogID}`);
  await expect(page.getByText('What happened')).toBeVisible();
});
