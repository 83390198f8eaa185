/** Update Test: loading the test, and tests that cannot be changed. */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import { alert, messageBox } from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { rowAction } from './list-screen.ts';
import { T } from './made-tests.ts';
import { makePlannedTest } from './planned-tests.ts';
import { openUpdateTest, updateButton } from './update-form.ts';

const GET = `**${T}/deliverabilitytest/get?*`;
const OAKLAND_TO_AVERY = { from: ['Oakland'], to: ['Avery'], content: ONCE_LATER };

test.afterEach(({ session }) => removeLater(session));

test('UPDATE-1 uses the test passed by the list, otherwise fetches it; after a save, Back and a reload show the saved test', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await step(page, 'UPDATE-1 uses the test passed by the list, without a request', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      ...OAKLAND_TO_AVERY,
      body: `${LATER} handed over`,
    });
    let asked = 0;
    await page.route(GET, (route) => {
      asked += 1;
      return route.continue();
    });
    await page.goto('/tests');
    await rowAction(page, 'Update', testId).click();
    await page.waitForURL(`**/update-test/${testId}`);
    await expect(messageBox(page)).toHaveValue(`${LATER} handed over`);
    expect(asked).toBe(0);
  });
  await step(page, "UPDATE-1 otherwise fetches it, showing 'Loading test data...'", async () => {
    const { testId } = await makePlannedTest(session, ids, { ...OAKLAND_TO_AVERY, body: `${LATER} fetched` });
    const held = Promise.withResolvers<void>();
    await page.route(GET, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/update-test/${testId}`);
    await expect(page.getByText('Loading test data...')).toBeVisible();
    await expectAccessible(page);
    held.resolve();
    await expect(messageBox(page)).toHaveValue(`${LATER} fetched`);
    await expect(page.getByText('Loading test data...')).toBeHidden();
  });
  await test.step('UPDATE-1 after a save, Back and a reload show the saved test', async () => {
    const { testId } = await makePlannedTest(session, ids, { ...OAKLAND_TO_AVERY, body: `${LATER} before` });
    await page.goto('/tests');
    await rowAction(page, 'Update', testId).click();
    await messageBox(page).fill(`${LATER} after`);
    await updateButton(page).click();
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/tests');
    await page.goBack();
    await page.waitForURL(`**/update-test/${testId}`);
    await expect(messageBox(page)).toHaveValue(`${LATER} after`);
    await page.reload();
    await expect(messageBox(page)).toHaveValue(`${LATER} after`);
  });
});

test('UPDATE-1, UPDATE-2 a test that does not exist, has started or cannot be loaded', async ({
  console: page,
  settled: world,
  complaints,
}) => {
  await test.step("UPDATE-1 'Test not found.' when there is none, for an invalid id too", async () => {
    for (const id of ['seven', '987654']) {
      await page.goto(`/update-test/${id}`);
      await expect(page.getByText('Test not found.')).toBeVisible();
    }
    await expectComplaints(complaints, /status of 404/);
  });
  await test.step('UPDATE-2 a test that has started shows an alert and returns to /tests', async () => {
    await page.goto(`/update-test/${world.everyEnd}`);
    await page.waitForURL('**/tests');
    await expect(alert(page)).toContainText(
      'Cannot update test. Test has execution status: PARTIALLY_DELIVERED. Only unexecuted tests can be updated.',
    );
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  });
  await step(page, 'UPDATE-1 any other failure to load returns silently to /tests', async () => {
    await page.route(GET, (route) => route.fulfill({ status: 500, json: { code: 'server.failed' } }));
    await page.goto('/update-test/1');
    await page.waitForURL('**/tests');
    await expect(alert(page)).toHaveCount(0);
    await expectComplaints(complaints, /status of 500/);
  });
});

test('UPDATE-10 changes survive a reload; leaving asks and discards them, and so does Discard changes', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await test.step('UPDATE-10 changes survive a reload; leaving asks, and discards them', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      ...OAKLAND_TO_AVERY,
      body: `${LATER} as it was`,
    });
    await openUpdateTest(page, testId);
    await messageBox(page).fill(`${LATER} as it shall be`);
    await page.reload();
    await expect(messageBox(page)).toHaveValue(`${LATER} as it shall be`);
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await expect(alert(page)).toContainText('Leave without updating the test?');
    await alert(page).getByRole('button', { name: 'Stay' }).click();
    await expect(updateButton(page)).toBeVisible();
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await alert(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/tests');
    await openUpdateTest(page, testId);
    await expect(messageBox(page)).toHaveValue(`${LATER} as it was`);
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await page.waitForURL('**/tests');
  });
  await test.step('UPDATE-10 Discard changes restores the stored test', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      ...OAKLAND_TO_AVERY,
      body: `${LATER} as it was`,
    });
    await openUpdateTest(page, testId);
    const undo = page.getByRole('button', { name: 'Discard changes' });
    await expect(undo).toBeDisabled();
    await messageBox(page).fill('Changed');
    await page.getByRole('radio', { name: 'MMS' }).check();
    await undo.click();
    await expect(messageBox(page)).toHaveValue(`${LATER} as it was`);
    await expect(page.getByRole('radio', { name: 'SMS' })).toBeChecked();
    await expect(undo).toBeDisabled();
  });
});
