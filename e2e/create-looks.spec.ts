/** Accessibility of Create Test and Update Test: dark mode, narrow screens and focus. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import {
  alert,
  chooseFiles,
  createButton,
  dropArea,
  fillIn,
  mediaRow,
  messageBox,
  openCreateTest,
  openEmptyForm,
  pick,
  picker,
  section,
} from './create-form.ts';
import { LATER, removeLater } from './later-tests.ts';
import { DAILY_LATER, makePlannedTest, picture } from './planned-tests.ts';
import { openUpdateTest } from './update-form.ts';

test.afterEach(({ session }) => removeLater(session));

const cat = { name: 'cat.png', mimeType: 'image/png', buffer: picture() };
const notes = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10) };

/** A recurring MMS with an error, which shows all sections. */
async function fillAll(page: Page): Promise<void> {
  await pick(page, 'MMS');
  const field = page.getByRole('textbox', { name: 'Link to an image or video' });
  await field.fill('http://pictures.example/a-name-that-is-longer-than-any-telephone-is-wide/dog.png');
  await field.press('Enter');
  await chooseFiles(page, cat, notes);
  await pick(page, 'Recurring');
  await page.getByLabel('Frequency').selectOption('Months');
  await page.getByRole('checkbox', { name: '15th' }).click();
  await page.getByLabel('Time', { exact: true }).fill('');
  await expect(page.getByLabel('Time', { exact: true })).toHaveAttribute('aria-invalid', 'true');
}

test('CREATE-1, UPDATE-1 with all sections, dark and at 390 px: no axe violations, no horizontal scrolling', async ({
  console: page,
  session,
  world: { ids },
  complaints,
}) => {
  await test.step('Create Test', async () => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await openCreateTest(page);
    await fillAll(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNarrow(page);
    await expectAccessible(page);
    await expectComplaints(complaints, /status of 422/);
  });
  await test.step('Update Test', async () => {
    const { testId } = await makePlannedTest(session, ids, {
      from: ['Oakland'],
      to: ['Avery'],
      body: `${LATER} for everybody`,
      content: { ...DAILY_LATER, messageType: 'MMS' },
      files: [cat],
    });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await openUpdateTest(page, testId);
    await expect(section(page, 'Next occurrences').getByRole('listitem')).toHaveCount(10);
    await expectNarrow(page);
    await expectAccessible(page);
    await pick(page, 'Immediate');
    await expect(page.getByLabel('Date and time')).toBeVisible();
    await expectNarrow(page);
    await expectAccessible(page);
  });
});

test('CREATE-7, CREATE-18, CREATE-19 the focus after a refusal and after removing a file, and the form by keyboard only', async ({
  console: page,
  complaints,
}) => {
  await test.step('CREATE-19 after a refusal the first field with an error has the focus', async () => {
    await openCreateTest(page);
    await messageBox(page).fill('To nobody');
    await createButton(page).click();
    await expect(alert(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeHidden();
    await expect(picker(page, 'Office')).toHaveAttribute('aria-invalid', 'true');
    await expect(picker(page, 'Phone Numbers')).toBeFocused();
    await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  });
  await test.step('CREATE-7 removing a file moves the focus to its neighbor, or to the upload area', async () => {
    await openEmptyForm(page);
    await pick(page, 'MMS');
    await chooseFiles(page, cat, { ...cat, name: 'dog.png' });
    await page.getByRole('button', { name: 'Remove cat.png' }).press('Enter');
    await expect(mediaRow(page, 'cat.png')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove dog.png' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dropArea(page)).toBeFocused();
  });
  await test.step('CREATE-18 keyboard only: select message type, schedule and time, and submit from the last field', async () => {
    await openEmptyForm(page);
    await fillIn(page, `${LATER} by hand`);
    const mms = page.getByRole('radio', { name: 'MMS' });
    await page.getByRole('radio', { name: 'SMS' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(mms).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await expect(mms).not.toBeChecked();
    await page.getByRole('radio', { name: 'Immediate' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('Date and time')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Date and time')).toBeFocused();
    await page.keyboard.type('01052099');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('1230PM');
    await expect(page.getByLabel('Date and time')).toHaveValue('2099-01-05T12:30');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(alert(page)).toContainText('Test created successfully!');
  });
});
