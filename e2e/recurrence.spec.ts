/** The recurrence options: their fields, how they clear each other, and the occurrences computed by the server. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import {
  alert,
  createButton,
  fillIn,
  openCreateTest,
  openEmptyForm,
  pick,
  recordForms,
  section,
} from './create-form.ts';
import { LATER, newestOf, removeLater } from './later-tests.ts';

test.afterEach(({ session }) => removeLater(session));

async function openRecurring(page: Page, open = openCreateTest): Promise<void> {
  await open(page);
  await pick(page, 'Recurring');
  await expect(page.getByLabel('Interval')).toBeVisible();
}

function occurrences(page: Page) {
  return section(page, 'Next occurrences').getByRole('listitem');
}

function days(page: Page, group: 'Day Of Week' | 'Days of Month') {
  return page.getByRole('group', { name: group }).getByRole('checkbox');
}

function chosenIn(page: Page, group: 'Day Of Week' | 'Days of Month') {
  return page.getByRole('group', { name: group }).getByRole('checkbox', { checked: true });
}

test('REC-1 has interval, frequency, weeks, weekdays, days of month, start, time and end; days can be selected by keyboard', async ({
  console: page,
}) => {
  await test.step('REC-1 the fields', async () => {
    await openRecurring(page);
    const interval = page.getByLabel('Interval');
    await expect(interval).toHaveAttribute('min', '1');
    await interval.fill('');
    await interval.blur();
    await expect(interval).toHaveValue('1');
    await interval.fill('-3');
    await interval.blur();
    await expect(interval).toHaveValue('1');
    const frequency = page.getByLabel('Frequency');
    await expect(frequency.locator('option')).toHaveText(['Days', 'Weeks', 'Months']);
    await frequency.selectOption('Months');
    await expect(page.getByLabel('Week Of Month').locator('option')).toHaveText(['1', '2', '3', '4', '5']);
    await expect(days(page, 'Day Of Week')).toHaveText([
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
    const ofMonth = days(page, 'Days of Month');
    await expect(ofMonth).toHaveCount(31);
    await expect(ofMonth.first()).toHaveText('1st');
    await expect(ofMonth.nth(21)).toHaveText('22nd');
    await expect(ofMonth.last()).toHaveText('31st');
    for (const label of ['Start Date', 'Time', 'End Date']) {
      await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
  });
  await test.step('REC-1 by keyboard', async () => {
    await openRecurring(page, openEmptyForm);
    await page.getByLabel('Frequency').selectOption('Months');
    await page.getByRole('checkbox', { name: 'Sunday' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(chosenIn(page, 'Day Of Week')).toHaveText(['Monday']);
    await page.getByRole('checkbox', { name: 'Saturday' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(chosenIn(page, 'Days of Month')).toHaveText(['1st']);
  });
});

test('REC-4, REC-7 errors of a rule are shown at its fields, and the API request contains the rule in its own fields', async ({
  console: page,
  session,
  complaints,
}) => {
  const forms = await recordForms(page);
  await test.step('REC-4, REC-7 errors of a rule are shown at its fields, during editing and on submission', async () => {
    await openCreateTest(page);
    await fillIn(page, `${LATER} never`);
    await pick(page, 'Recurring');
    await page.getByLabel('Time', { exact: true }).fill('');
    await expect(page.getByLabel('Time', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(section(page, 'Next occurrences')).toContainText('Complete the rule to see its next runs.');
    await page.getByLabel('Time', { exact: true }).fill('10:30');
    await expect(page.getByLabel('Time', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Frequency').selectOption('Months');
    await page.getByLabel('Interval').fill('12');
    await page.getByLabel('Start Date').fill('2098-02-01');
    await page.getByRole('checkbox', { name: '31st' }).click();
    await expect(section(page, 'Schedule')).toContainText('No date fits this rule, so it would never run.');
    await createButton(page).click();
    await expect(alert(page)).toContainText('Failed to create test. Please try again.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(section(page, 'Schedule')).toContainText('No date fits this rule, so it would never run.');
    await expectAccessible(page);
    await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  });
  await test.step('REC-4 the API request contains the rule in its own fields', async () => {
    await openEmptyForm(page);
    await fillIn(page, `${LATER} every third Tuesday`);
    await pick(page, 'Recurring');
    await page.getByLabel('Interval').fill('2');
    await page.getByLabel('Frequency').selectOption('Months');
    await page.getByLabel('Week Of Month').selectOption('3');
    await page.getByRole('checkbox', { name: 'Tuesday' }).click();
    await page.getByLabel('Start Date').fill('2098-01-01');
    await page.getByLabel('Time', { exact: true }).fill('10:30');
    await page.getByLabel('End Date').fill('2099-01-01');
    await createButton(page).click();
    await expect(alert(page)).toContainText('Test created successfully!');
    const rule = {
      interval: 2,
      frequency: 'months',
      start_date: '2098-01-01',
      time: '10:30',
      end_date: '2099-01-01',
      days_of_week: ['TUESDAY'],
      week_of_month: 3,
    };
    expect(forms.at(-1)?.content).toMatchObject({ testType: 'RECURRING', recurrenceRule: rule });
    expect((await newestOf(session, LATER)).recurrenceRule).toEqual(rule);
  });
});

test('REC-6, REC-7 the next 10 occurrences come from the server, with daylight saving time marked and late responses ignored', async ({
  console: page,
}) => {
  await test.step('REC-6 shows the next 10 occurrences in Los Angeles time, as the server computes them', async () => {
    await openRecurring(page);
    await expect(occurrences(page)).toHaveCount(10);
    await page.getByLabel('Start Date').fill('2098-01-01');
    await page.getByLabel('Frequency').selectOption('Weeks');
    await page.getByRole('checkbox', { name: 'Monday' }).click();
    await expect(occurrences(page).first()).toHaveText('Mon01/06/2098 10:00:00');
    await expect(occurrences(page).last()).toHaveText('Mon03/10/2098 10:00:00');
    await expect(section(page, 'Next occurrences')).toContainText('More follow.');
    await page.getByLabel('End Date').fill('2098-01-13');
    await expect(occurrences(page)).toHaveText(['Mon01/06/2098 10:00:00', 'Mon01/13/2098 10:00:00']);
    await expect(section(page, 'Next occurrences')).toContainText('No further runs.');
    await expectAccessible(page);
  });
  await test.step('REC-7 marks an occurrence that daylight saving time moves', async () => {
    await openRecurring(page, openEmptyForm);
    await page.getByLabel('Start Date').fill('2099-03-07');
    await page.getByLabel('Time', { exact: true }).fill('02:30');
    await expect(occurrences(page).nth(1)).toHaveText(
      'Sun03/08/2099 03:30:00Daylight saving time starts: 02:30 does not exist on this day, so it runs at 03:30.',
    );
  });
  await step(page, 'REC-6 ignores a late response for an earlier rule', async () => {
    const held = Promise.withResolvers<void>();
    await openRecurring(page, openEmptyForm);
    await page.getByLabel('Start Date').fill('2098-01-01');
    await expect(occurrences(page).first()).toHaveText('Wed01/01/2098 10:00:00');
    await page.route('**/preview-schedule', async (route) => {
      if (route.request().postData()?.includes('11:11')) await held.promise;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest((request) => request.postData()?.includes('11:11') ?? false);
    await page.getByLabel('Time', { exact: true }).fill('11:11');
    await asked;
    await page.getByLabel('Time', { exact: true }).fill('12:12');
    await expect(occurrences(page).first()).toHaveText('Wed01/01/2098 12:12:00');
    held.resolve();
    await page.getByLabel('End Date').fill('2098-01-01');
    await expect(occurrences(page)).toHaveText(['Wed01/01/2098 12:12:00']);
  });
});
