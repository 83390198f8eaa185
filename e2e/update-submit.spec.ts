/** Update Test: schedule, submission and the server's response. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import { alert, choose, messageBox, pick, picker, recordForms } from './create-form.ts';
import { LATER, ONCE_LATER, readTest, removeLater, saveMessage } from './later-tests.ts';
import { rowOf } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { DAILY_LATER, makePlannedTest } from './planned-tests.ts';
import { openUpdateTest, updateButton } from './update-form.ts';

const UPDATE = '**/deliverabilitytest/update';
const ONCE = { from: ['Oakland'], to: ['Avery'], body: `${LATER} once`, content: ONCE_LATER };

test.afterEach(({ session }) => removeLater(session));

/** Holds updates back until the returned function is called. */
async function holdUpdates(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(UPDATE, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('UPDATE-8 a date-time picker for Immediate and Schedule for Later, and saving as Immediate sends the test now', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await test.step('UPDATE-8 Immediate and Schedule for Later show a date-time picker with minutes; SCHEDULED loads as Later', async () => {
    const content = { ...ONCE_LATER, scheduledTimestamp: '2099-01-05 12:30:45.678' };
    const { testId } = await makePlannedTest(session, ids, { ...ONCE, content });
    const forms = await recordForms(page);
    await openUpdateTest(page, testId);
    await expect(page.getByRole('radio', { name: 'Schedule for Later' })).toBeChecked();
    await expect(page.getByLabel('Date and time')).toHaveValue('2099-01-05T12:30');
    await pick(page, 'Immediate');
    await expect(page.getByLabel('Date and time')).toHaveValue('2099-01-05T12:30');
    await pick(page, 'Recurring');
    await expect(page.getByLabel('Date and time')).toHaveCount(0);
    await pick(page, 'Schedule for Later');
    await page.getByLabel('Date and time').fill('2099-02-06T08:15');
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    expect(forms[0]?.content).toMatchObject({
      testType: 'SCHEDULED',
      scheduledTimestamp: '2099-02-06 08:15:00.000',
      recurrenceRule: {},
    });
    expect((await readTest(session, testId)).scheduledTimestamp).toBe('2099-02-06T08:15:00.000-08:00');
  });
  await test.step('UPDATE-8 saving a scheduled test as Immediate sends it now', async () => {
    const { testId } = await makePlannedTest(session, ids, { ...ONCE, body: 'Now rather than later' });
    await openUpdateTest(page, testId);
    await pick(page, 'Immediate');
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    await expect.poll(async () => (await readTest(session, testId)).executionStatus).not.toBe('UNEXECUTED');
  });
});

test('UPDATE-8, UPDATE-9, REC-5 a RECURRING test keeps its whole rule, and another gets the defaults', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await test.step('UPDATE-8, REC-5 a RECURRING test loads as Recurring, and an update keeps its whole rule', async () => {
    const recurrenceRule = {
      interval: 3,
      frequency: 'months',
      start_date: '2098-01-01',
      time: '10:30',
      end_date: '2099-12-31',
      days_of_month: [1, 15, 31],
      week_of_month: 4,
    };
    const content = { ...DAILY_LATER, recurrenceRule, overlap: 'wait' as const };
    const { testId } = await makePlannedTest(session, ids, { ...ONCE, content });
    await openUpdateTest(page, testId);
    await expect(page.getByRole('radio', { name: 'Recurring' })).toBeChecked();
    await expect(page.getByLabel('Interval')).toHaveValue('3');
    const days = page.getByRole('group', { name: 'Days of Month' }).getByRole('checkbox', { checked: true });
    await expect(days).toHaveText(['1st', '15th', '31st']);
    await messageBox(page).fill(`${LATER} with its rule`);
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    expect(await readTest(session, testId)).toMatchObject({
      testType: 'RECURRING',
      messageBody: `${LATER} with its rule`,
      recurrenceRule,
      overlap: 'wait',
    });
  });
  await test.step('UPDATE-9 recurring defaults to 2 weeks, Monday and Wednesday, 10:30, from tomorrow for three months', async () => {
    const { testId } = await makePlannedTest(session, ids, ONCE);
    await page.clock.setFixedTime('2026-11-21T20:00:00Z');
    await openUpdateTest(page, testId);
    await pick(page, 'Recurring');
    await expect(page.getByLabel('Interval')).toHaveValue('2');
    await expect(page.getByLabel('Frequency')).toHaveValue('weeks');
    await expect(
      page.getByRole('group', { name: 'Day Of Week' }).getByRole('checkbox', { checked: true }),
    ).toHaveText(['Monday', 'Wednesday']);
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('10:30');
    await expect(page.getByLabel('Start Date')).toHaveValue('2026-11-22');
    await expect(page.getByLabel('End Date')).toHaveValue('2027-02-22');
    await page.getByLabel('Frequency').selectOption('Months');
    const days = page.getByRole('group', { name: 'Days of Month' }).getByRole('checkbox', { checked: true });
    await expect(days).toHaveText(['15th']);
    await days.click();
    await expect(page.getByLabel('Week Of Month')).toHaveValue('2');
    await expectAccessible(page);
  });
});

test("UPDATE-10 shows 'Updating Test...', then a success alert, then /tests, unless text was typed during the update", async ({
  console: page,
  session,
  world: { ids },
}) => {
  await step(page, "UPDATE-10 shows 'Updating Test...', then a success alert, then /tests", async () => {
    const { testId } = await makePlannedTest(session, ids, ONCE);
    const release = await holdUpdates(page);
    await openUpdateTest(page, testId);
    await messageBox(page).fill(`${LATER} changed`);
    await messageBox(page).press('ControlOrMeta+Enter');
    await expect(updateButton(page)).toHaveText('Updating Test...');
    await expect(updateButton(page)).toBeDisabled();
    release();
    await expect(alert(page)).toContainText('Test updated successfully!');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/tests$/);
    await expect(rowOf(page, testId)).toContainText(`${LATER} changed`);
  });
  await step(page, 'UPDATE-10 text typed during an update is kept, as a change to its result', async () => {
    const { testId } = await makePlannedTest(session, ids, ONCE);
    const release = await holdUpdates(page);
    await openUpdateTest(page, testId);
    await messageBox(page).fill(`${LATER} sent`);
    await updateButton(page).click();
    await expect(updateButton(page)).toHaveText('Updating Test...');
    await messageBox(page).fill(`${LATER} typed in the meantime`);
    release();
    await expect(alert(page)).toContainText('Test updated successfully!');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(messageBox(page)).toHaveValue(`${LATER} typed in the meantime`);
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type(', and after');
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/tests');
    expect((await readTest(session, testId)).messageBody).toBe(`${LATER} typed in the meantime, and after`);
  });
});

test("UPDATE-10 a failure that mentions 'execution status' has its own text, any other its reasons; the input is kept", async ({
  console: page,
  session,
  world: { ids },
  complaints,
}) => {
  await step(page, "UPDATE-10 a failure that mentions 'execution status' has its own text", async () => {
    const { testId } = await makePlannedTest(session, ids, ONCE);
    await page.route(UPDATE, (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'test.not-unexecuted', detail: 'Its execution status is SENT.' },
      }),
    );
    await openUpdateTest(page, testId);
    await messageBox(page).fill(`${LATER} too late`);
    await updateButton(page).click();
    await expect(alert(page)).toContainText(
      'Cannot update test: Test has already been executed or is currently executing. Only unexecuted tests can be updated.',
    );
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(messageBox(page)).toHaveValue(`${LATER} too late`);
    await expectComplaints(complaints, /status of 409/, /Failed to update the test/);
  });
  await test.step('UPDATE-10 any other failure shows the reasons at their fields, and keeps the input', async () => {
    const { testId } = await makePlannedTest(session, ids, ONCE);
    await openUpdateTest(page, testId);
    await choose(page, 'Phone Numbers', 'Avery');
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Failed to update test. Please try again.');
    await expect(alert(page)).toContainText('Choose at least one test phone.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(picker(page, 'Phone Numbers')).toHaveAttribute('aria-invalid', 'true');
    await expect(messageBox(page)).toHaveValue(`${LATER} once`);
    await expectComplaints(complaints, /status of 422/, /Failed to update the test/);
  });
});

test('UPDATE-11, DATA-3 the payload has one partner, wrapped ids and a time, whatever else is changed', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const forms = await recordForms(page);
  const { testId, updateTimestamp } = await makePlannedTest(session, ids, ONCE);
  await openUpdateTest(page, testId);
  await messageBox(page).fill(`${LATER} changed`);
  await updateButton(page).click();
  await expect(alert(page)).toContainText('Test updated successfully!');
  expect(forms.map(({ content }) => content)).toEqual([
    {
      testId,
      testType: 'SCHEDULED',
      messageType: 'SMS',
      scheduledTimestamp: '2099-01-05 12:30:00.000',
      partnerID: idOf(ids.partners, 'Harbor Health Group'),
      clientIDs: { clientIDs: [idOf(ids.clients, 'Bayview Dental')] },
      officeIDs: { officeIDs: [idOf(ids.offices, 'Oakland')] },
      phoneIDs: { phoneIDs: [idOf(ids.phones, 'Avery')] },
      messageBody: `${LATER} changed`,
      mediaURLs: { media: [] },
      recurrenceRule: {},
      overlap: 'skip',
      testStatus: 'UNEXECUTED',
      executionStatus: 'UNEXECUTED',
      updateTimestamp,
    },
  ]);
});

test('UPDATE-10 a concurrent change by someone else shows both versions; either can be kept', async ({
  console: page,
  session,
  world: { ids },
  complaints,
}) => {
  const { testId } = await makePlannedTest(session, ids, ONCE);
  await openUpdateTest(page, testId);
  await messageBox(page).fill(`${LATER} mine`);
  await saveMessage(session, testId, `${LATER} theirs`);
  await updateButton(page).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'was changed after you opened it' });
  await expect(conflict).toBeFocused();
  await expect(conflict.getByRole('row')).toHaveText([
    'FieldSaved versionYour version',
    `Message${LATER} theirs${LATER} mine`,
  ]);
  await expectAccessible(page);
  expect((await readTest(session, testId)).messageBody).toBe(`${LATER} theirs`);
  await conflict.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(conflict).toBeHidden();
  await expect(messageBox(page)).toHaveValue(`${LATER} theirs`);

  await messageBox(page).fill(`${LATER} mine after all`);
  await saveMessage(session, testId, `${LATER} theirs again`);
  // After a reload, the change is still based on its original version.
  await page.reload();
  await expect(conflict).toContainText(`${LATER} theirs again`);
  await updateButton(page).click();
  await expect(conflict).toContainText(`${LATER} mine after all`);
  await conflict.getByRole('button', { name: 'Overwrite with my version' }).click();
  await expect(alert(page)).toContainText('Test updated successfully!');
  expect((await readTest(session, testId)).messageBody).toBe(`${LATER} mine after all`);
  await expectComplaints(complaints, /status of 409/, /Failed to update the test/);
});
