/** Create Test: schedules, drafts and copies of tests. */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import {
  alert,
  chooseFiles,
  createButton,
  fillIn,
  mediaRow,
  messageBox,
  openCreateTest,
  openEmptyForm,
  pick,
  picker,
  recordForms,
  section,
} from './create-form.ts';
import { LATER, newestOf, ONCE_LATER, readTest, removeLater } from './later-tests.ts';
import { DAILY_LATER, makePlannedTest, picture } from './planned-tests.ts';

test.afterEach(({ session }) => removeLater(session));

test('CREATE-16, CREATE-19 Immediate is the default; a time that is missing or skipped is an error in its field, and one in the past asks first', async ({
  console: page,
  complaints,
}) => {
  await test.step('CREATE-16 Immediate is the default; Schedule for Later shows a date-time picker, Recurring the options', async () => {
    await openCreateTest(page);
    await expect(page.getByRole('radio', { name: 'Immediate' })).toBeChecked();
    await expect(page.getByLabel('Date and time')).toHaveCount(0);
    await pick(page, 'Schedule for Later');
    await expect(page.getByLabel('Date and time')).toBeVisible();
    await pick(page, 'Recurring');
    await expect(page.getByLabel('Date and time')).toHaveCount(0);
    await expect(page.getByLabel('Interval')).toHaveValue('1');
    await expect(page.getByRole('heading', { name: 'Next occurrences' })).toBeVisible();
  });
  await test.step('CREATE-16, CREATE-19 a missing time, or one skipped by daylight saving time, is an error in its field', async () => {
    await openEmptyForm(page);
    await fillIn(page, `${LATER} never`);
    await pick(page, 'Schedule for Later');
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByLabel('Date and time')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Date and time').fill('2099-03-08T02:30');
    await expect(page.getByLabel('Date and time')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(section(page, 'Schedule')).toContainText('This time does not exist');
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(section(page, 'Schedule')).toContainText(
      'The nearest times are 2099-03-08 01:59 and 2099-03-08 03:00.',
    );
    await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  });
  await test.step('CREATE-16 a test in the past asks before it runs at once, and the success message says so', async () => {
    await openEmptyForm(page);
    await fillIn(page, 'Yesterday');
    await pick(page, 'Schedule for Later');
    await page.getByLabel('Date and time').fill('2024-01-05T12:30');
    await expect(section(page, 'Schedule')).toContainText('This time has passed');
    await createButton(page).click();
    await expect(alert(page)).toContainText('This time has passed. Send 1 message now?');
    await alert(page).getByRole('button', { name: 'Cancel' }).click();
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'Send' }).click();
    await expect(alert(page)).toContainText('Test created successfully!');
    await expect(alert(page)).toContainText('The scheduled time has already passed: the test runs at once.');
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('CREATE-16 a time is in Los Angeles time, shown with its zone and the local time, and sent as such', async ({
    console: page,
    session,
  }) => {
    await openCreateTest(page);
    await fillIn(page, `${LATER} at half past twelve`);
    await pick(page, 'Schedule for Later');
    await page.getByLabel('Date and time').fill('2099-01-05T12:30');
    await expect(section(page, 'Schedule')).toContainText('PST');
    await expect(section(page, 'Schedule')).toContainText('Your local time: Mon, Jan 5, 2099, 21:30 GMT+1.');
    await expectAccessible(page);
    await createButton(page).click();
    await expect(alert(page)).toContainText('Test created successfully!');
    const made = await newestOf(session, LATER);
    expect(made).toMatchObject({
      testType: 'SCHEDULED',
      executionStatus: 'UNEXECUTED',
      scheduledTimestamp: '2099-01-05T12:30:00.000-08:00',
    });
  });
});

test('CREATE-19 EVIDENCE-6 leaving keeps the draft and asks nothing, unless chosen files would be lost', async ({
  console: page,
}) => {
  await page.goto('/tests');
  await page.getByRole('link', { name: 'Create Test' }).first().click();
  await expect(messageBox(page)).toBeVisible();
  // No changes, no question.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await page.goForward();
  await fillIn(page, 'Half done');
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await openCreateTest(page);
  await expect(messageBox(page)).toHaveValue('Half done');
  await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
  await pick(page, 'MMS');
  await chooseFiles(page, { name: 'dot.png', mimeType: 'image/png', buffer: picture() });
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(alert(page)).toContainText('Leave without creating the test?');
  await expectAccessible(page);
  await alert(page).getByRole('button', { name: 'Stay' }).click();
  await expect(messageBox(page)).toHaveValue('Half done');
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await alert(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
});

test('LIST-14 a copy fills Create Test with everything, and does not silently replace a draft', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await test.step('LIST-14 a copy fills Create Test with everything, including files and recurrence', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      from: ['Oakland'],
      to: ['Avery', 'Casey'],
      body: `${LATER} a picture a day`,
      content: { ...DAILY_LATER, messageType: 'MMS', overlap: 'wait' },
      files: [{ name: 'cat.png', mimeType: 'image/png', buffer: picture() }],
    });
    const forms = await recordForms(page);
    await page.goto(`/create-tests?from=${testId}`);
    await expect(page.getByText(`Copied from test ${testId}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/create-tests$/);
    await expect(messageBox(page)).toHaveValue(`${LATER} a picture a day`);
    await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
    await expect(picker(page, 'Phone Numbers')).toContainText('Casey');
    await expect(mediaRow(page, 'cat.png').locator('img')).toHaveJSProperty('complete', true);
    await expect(page.getByRole('radio', { name: 'Recurring' })).toBeChecked();
    await expect(page.getByLabel('Start Date')).toHaveValue('2099-01-05');
    await expectAccessible(page);
    await createButton(page).click();
    await expect(alert(page)).toContainText('Test created successfully!');
    const original = await readTest(session, testId);
    const copy = await newestOf(session, LATER);
    expect(copy.testId).not.toBe(testId);
    expect(copy).toMatchObject({
      recurrenceRule: original.recurrenceRule,
      overlap: 'wait',
      mediaURLs: original.mediaURLs,
      officeIDs: original.officeIDs,
      phoneIDs: original.phoneIDs,
    });
    expect(forms[0]?.content.mediaURLs).toEqual(original.mediaURLs);
  });
  await test.step('LIST-14 a copy does not silently replace a draft', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      from: ['Oakland'],
      to: ['Avery'],
      body: `${LATER} once`,
      content: ONCE_LATER,
    });
    await openEmptyForm(page);
    await messageBox(page).fill('My own words');
    await page.goto(`/create-tests?from=${testId}`);
    await expect(alert(page)).toContainText(`Replace your draft with a copy of test ${testId}?`);
    await alert(page).getByRole('button', { name: 'Keep my draft' }).click();
    await expect(messageBox(page)).toHaveValue('My own words');
    await page.goto(`/create-tests?from=${testId}`);
    await alert(page).getByRole('button', { name: 'Replace' }).click();
    await expect(messageBox(page)).toHaveValue(`${LATER} once`);
    await expect(page.getByLabel('Date and time')).toHaveValue('2099-01-05T12:30');
  });
});
