/**
 * Findings: texts that were truncated, re-encoded or reassembled incorrectly, and changed senders, in the report and in
 * analytics. Blake's handset is silent in the scenario, so these specs post its reports.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import type { TestLog } from '@textprobe/contract/messages';
import { choose, openAnalytics, showFilters } from './analytics-screen.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { bubble, messageBox, openCreateTest } from './create-form.ts';
import { makeTest, readReport, T } from './made-tests.ts';
import { answerReport, execution, executions, openExecution, openReport } from './report-screen.ts';

const OFFICES = ['Oakland', 'Berkeley', 'Evanston', 'Skokie'] as const;
const BODY =
  'Hi {first_name} 👋 “Café Bleu” has moved: the résumé workshop is on the 2nd floor now. Bring a laptop, a charger and the printed form. See you there, and don’t forget the code below.';

/** A handset's report about a sent text. */
interface Reported {
  readonly messageBody: string;
  readonly sender: string;
}

const REPORTS: Readonly<Record<(typeof OFFICES)[number], (log: TestLog) => Reported>> = {
  Oakland: ({ sent }) => ({
    messageBody: sent.text.replace('👋', '?').replaceAll('é', 'e'),
    sender: sent.from,
  }),
  Berkeley: ({ sent }) => ({ messageBody: sent.text.slice(0, 100), sender: sent.from }),
  // A UCS-2 part has 67 code units.
  Evanston: ({ sent: { text, from } }) => ({
    messageBody: text.slice(67, 134) + text.slice(0, 67) + text.slice(134),
    sender: from,
  }),
  Skokie: ({ sent }) => ({ messageBody: sent.text, sender: '32665' }),
};

let testId = 0;

test.beforeAll(async ({ world: { request, ids } }) => {
  ({ testId } = await makeTest(request, ids, { from: OFFICES, to: ['Blake'], body: BODY }));
  const logs = async () => (await readReport(request, testId)).testLogs;
  await expect.poll(async () => (await logs()).length).toBe(OFFICES.length);
  for (const office of OFFICES) {
    const log = (await logs()).find(({ officeID }) => officeID === ids.offices.get(office));
    if (log === undefined) throw new Error(`No message from ${office}`);
    const code = log.sent.text.slice(-11);
    await postReport(request, { messageCode: code, ...REPORTS[office](log) });
  }
});

async function postReport(
  request: APIRequestContext,
  data: Reported & { messageCode: string },
): Promise<void> {
  const token = await (await request.get('/api/csrf')).text();
  const answer = await request.post(`${T}/deliverabilitytestlogs/message-received/sms`, {
    headers: { 'X-XSRF-TOKEN': token },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('SERVER-1 an opened message describes how it arrived, and marks each changed character', async ({
  console: page,
}) => {
  await openReport(page, testId);
  const reencoded = await openExecution(page, execution(page, 'Oakland', 'Blake'));
  await expect(reencoded).toContainText('Re-encoded: accents lost: é→e (3 times); characters lost: 👋→?');
  await expect(reencoded.locator('del')).toHaveText(['👋', 'é', 'é', 'é']);
  await expect(reencoded.locator('ins')).toHaveText(['?', 'e', 'e', 'e']);
  const changes = reencoded.getByRole('list', { name: 'Changed characters' });
  await expect(changes.getByRole('listitem')).toHaveText(['👋 U+1F44B → ? U+003F', 'é U+00E9 → e U+0065']);
  await expect(reencoded).toContainText('as sent');

  await expect(await openExecution(page, execution(page, 'Berkeley', 'Blake'))).toContainText(
    /Truncated: cut after 9\d of 1\d\d characters/,
  );
  await expect(await openExecution(page, execution(page, 'Evanston', 'Blake'))).toContainText(
    'Reassembled incorrectly: parts 1 and 2 swapped',
  );
  const changed = await openExecution(page, execution(page, 'Skokie', 'Blake'));
  await expect(changed).toContainText('Every character of the text arrived as it was sent.');
  await expect(changed).toContainText(/Sender changed: seen as 32665, sent from \+1\d{10}/);
  await expect(execution(page, 'Skokie', 'Blake')).toContainText('received, sender changed');
  await expectAccessible(page);
});

test('CHANGE-1 an opened message names each change and marks it', async ({ console: page }) => {
  const sent = "It's on #A0000000000";
  const arriving = (text: string, finding: TestLog['finding']) =>
    answerReport(page, (answer) => ({
      ...answer,
      testLogs: answer.testLogs.map((log) => ({
        ...log,
        finding,
        sent: { ...log.sent, text: sent },
        reception: log.reception === null ? null : { ...log.reception, text },
      })),
    }));
  await arriving('It’s on #A0000000000', 'cosmetic');
  await openReport(page, testId);
  const cosmetic = await openExecution(page, execution(page, 'Skokie', 'Blake'));
  await expect(cosmetic).toContainText('Cosmetic changes: only quotes changed.');
  await expect(cosmetic.locator('ins')).toHaveText(['’']);
  await arriving('Spam Likely: It&#39;s on #A0000000000', 'escaped');
  await openReport(page, testId);
  const escaped = await openExecution(page, execution(page, 'Skokie', 'Blake'));
  await expect(escaped).toContainText("Escaped: text added: “Spam Likely:” before the text; ' → &#39;.");
  await expect(escaped.locator('ins').first()).toContainText('Spam Likely:');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test('right-to-left texts are shown as on a handset', async ({ console: page }) => {
  const text = 'שלום Ada #A0000000000';
  await answerReport(page, (answer) => ({
    ...answer,
    test: { ...answer.test, messageBody: text },
    testLogs: answer.testLogs.map((log) => ({
      ...log,
      sent: { ...log.sent, text },
      reception: log.reception === null ? null : { ...log.reception, text },
    })),
  }));
  await openReport(page, testId);
  await expect(page.getByText(text).first()).toHaveCSS('direction', 'rtl');
  const detail = await openExecution(page, execution(page, 'Skokie', 'Blake'));
  const bubbles = detail.getByText('שלום Ada');
  await expect(bubbles).toHaveCount(2);
  for (const shown of await bubbles.all()) await expect(shown).toHaveCSS('direction', 'rtl');
  await openCreateTest(page);
  await messageBox(page).fill('שלום');
  await expect(messageBox(page)).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(bubble(page)).toHaveCSS('direction', 'rtl');
});

test('SERVER-1 chips filter executions by finding, and the URL keeps the selection', async ({
  console: page,
}) => {
  await openReport(page, testId);
  const chips = page.getByRole('group', { name: 'Show executions by how they arrived' });
  await expect(chips.getByRole('button')).toHaveText([
    'all 4',
    'text identical 1',
    're-encoded 1',
    'truncated 1',
    'reassembled incorrectly 1',
    'sender changed 1',
  ]);
  await chips.getByRole('button', { name: 'sender changed 1' }).click();
  await expect(executions(page)).toHaveCount(1);
  await expect(executions(page)).toContainText('Skokie');
  await expect(page.getByText('1 shown, arrival: sender changed')).toBeVisible();
  await page.reload();
  await expect(executions(page)).toHaveCount(1);
  await chips.getByRole('button', { name: 'All' }).click();
  await expect(executions(page)).toHaveCount(4);
});

test('ANALYTICS-5 the trend counts findings, and a click on one filters the logs', async ({
  console: page,
}) => {
  await openAnalytics(page, '/reports?tab=trend');
  const card = page.getByRole('region', { name: 'How messages arrived', exact: true });
  await expect(card).toContainText(/Of [\d,]+ reported texts, [\d,]+ \([\d.]+%\) arrived as sent/);
  await card.getByRole('button', { name: 'Reassembled incorrectly' }).click();
  await page.waitForURL('**/reports?tab=trend&finding=joined+wrongly');
  await page.getByRole('tab', { name: 'Delivery Logs' }).click();
  await expectOneLog(page);
  await showFilters(page);
  await choose(page, 'Finding', 'Sender changed');
  await page.waitForURL('**/reports?finding=sender+changed');
  await expectOneLog(page);
  await expectAccessible(page);
});

async function expectOneLog(page: Page): Promise<void> {
  const rows = page
    .getByRole('table', { name: /^Logs/ })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Café Bleu');
}
