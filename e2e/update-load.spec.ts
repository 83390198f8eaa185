/** Update Test: loading the test, and tests that cannot be changed. */
import { expect, test } from './console.ts';
import { alert, messageBox } from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { rowAction } from './list-screen.ts';
import { makePlannedTest } from './planned-tests.ts';
import { openUpdateTest, updateButton } from './update-form.ts';

const OAKLAND_TO_AVERY = { from: ['Oakland'], to: ['Avery'], content: ONCE_LATER };

test.afterEach(({ session }) => removeLater(session));

test('UPDATE-1 uses the test passed by the list; after a save, Back and a reload show the saved test', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const { testId } = await makePlannedTest(session, ids, { ...OAKLAND_TO_AVERY, body: `${LATER} before` });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/tests');
  await rowAction(page, 'Update', testId).click();
  await page.waitForURL(`**/update-test/${testId}`);
  await expect(messageBox(page)).toHaveValue(`${LATER} before`);
  expect(asked.filter((url) => url.includes('deliverabilitytest/get'))).toEqual([]);
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

test('UPDATE-2 a test that has started shows an alert and returns to /tests', async ({
  console: page,
  settled: world,
}) => {
  await page.goto(`/update-test/${world.everyEnd}`);
  await page.waitForURL('**/tests');
  await expect(alert(page)).toContainText(
    'Cannot update test. Test has execution status: PARTIALLY_DELIVERED. Only unexecuted tests can be updated.',
  );
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
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
