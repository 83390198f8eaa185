/** Update Test: the message, and stored, removed and added files. */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import { alert, chooseFiles, dropFiles, mediaRow, messageBox, pick, section } from './create-form.ts';
import { LATER, ONCE_LATER, readTest, removeLater } from './later-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { openUpdateTest, updateButton } from './update-form.ts';

const MB = 1_048_576;
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: picture() });
const LATER_MMS = {
  from: ['Oakland'],
  to: ['Avery'],
  body: `${LATER} with pictures`,
  content: { ...ONCE_LATER, messageType: 'MMS' as const },
  files: [png('cat.png'), png('dog.png')],
};

test.afterEach(({ session }) => removeLater(session));

test("UPDATE-3 SMS/MMS toggle, 6 rows, and 'Select placeholder...' inserting at the cursor", async ({
  console: page,
  session,
  world: { ids },
}) => {
  const planned = { ...LATER_MMS, content: ONCE_LATER, files: [], body: `${LATER} Hello ` };
  const { testId } = await makePlannedTest(session, ids, planned);
  await openUpdateTest(page, testId);
  await expect(messageBox(page)).toHaveAttribute('rows', '6');
  await expect(messageBox(page)).toHaveAttribute('placeholder', 'Type your message here...');
  await expect(page.getByRole('radio', { name: 'SMS' })).toBeChecked();
  await messageBox(page).press('ControlOrMeta+End');
  const menu = page.getByRole('combobox', { name: 'Placeholder' });
  await expect(menu).toHaveText('Select placeholder...');
  await menu.click();
  const options = page.getByRole('listbox', { name: 'Placeholder' }).getByRole('option');
  await expect(options).toHaveText(['First Name', 'Company Name', 'Manager First Name', 'Manager Last Name']);
  await expectAccessible(page);
  await options.filter({ hasText: 'Company Name' }).click();
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(messageBox(page)).toHaveValue(`${LATER} Hello {company_name}!`);
  await menu.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(messageBox(page)).toHaveValue(`${LATER} Hello {company_name}!{first_name}`);
  await pick(page, 'MMS');
  await expect(section(page, 'File Upload')).toBeVisible();
});

test('UPDATE-4, UPDATE-5 the upload area shows files with size in MB, removes them, and names one that is too large or unsupported', async ({
  console: page,
  session,
  world: { ids },
}) => {
  await test.step('UPDATE-4 the upload area shows selected files with size in MB, and removes them', async () => {
    const { testId } = await makePlannedTest(session, ids, { ...LATER_MMS, files: [] });
    await openUpdateTest(page, testId);
    await expect(section(page, 'File Upload')).toContainText('Supports images and videos up to 10MB');
    await chooseFiles(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1.5 * MB) });
    await expect(mediaRow(page, 'clip.mp4')).toContainText('1.50 MB');
    await dropFiles(page, { name: 'cat.gif', mimeType: 'image/gif', buffer: Buffer.alloc(2 * MB) });
    await expect(mediaRow(page, 'cat.gif')).toContainText('2.00 MB');
    await page.getByRole('button', { name: 'Remove clip.mp4' }).click();
    await expect(mediaRow(page, 'clip.mp4')).toHaveCount(0);
    await pick(page, 'SMS');
    await expect(section(page, 'File Upload')).toBeHidden();
  });
  await test.step('UPDATE-5 a file that is too large or of an unsupported type is named in the error', async () => {
    const { testId } = await makePlannedTest(session, ids, { ...LATER_MMS, files: [] });
    await openUpdateTest(page, testId);
    await dropFiles(
      page,
      { name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10 * MB + 1) },
      { name: 'photo.webp', mimeType: 'image/webp', buffer: Buffer.alloc(10) },
      { name: 'iphone.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(10) },
    );
    await expect(mediaRow(page, 'long.mp4')).toContainText('File size must be less than 10MB');
    await expect(mediaRow(page, 'photo.webp')).toContainText('Only images and videos are allowed');
    await expect(mediaRow(page, 'iphone.mov')).not.toHaveAttribute('data-wrong', 'true');
    await expectAccessible(page);
  });
});

test('UPDATE-11 stored media are shown and survive an update, new media are added, removed ones deleted, and selected ones kept after a failure', async ({
  console: page,
  session,
  world: { ids },
  complaints,
}) => {
  await test.step('stored media', async () => {
    const made = await makePlannedTest(session, ids, LATER_MMS);
    await openUpdateTest(page, made.testId);
    await expect(mediaRow(page, 'cat.png').locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await expect(mediaRow(page, 'dog.png').getByRole('link', { name: 'Open in new tab' })).toBeVisible();
    await expectAccessible(page);
    await messageBox(page).fill(`${LATER} with the same pictures`);
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    const updated = await readTest(session, made.testId);
    expect(updated.messageBody).toBe(`${LATER} with the same pictures`);
    expect(updated.mediaURLs).toEqual(made.mediaURLs);
  });
  await test.step('new and removed media', async () => {
    const { testId } = await makePlannedTest(session, ids, LATER_MMS);
    await openUpdateTest(page, testId);
    await page.getByRole('button', { name: 'Remove cat.png' }).click();
    await chooseFiles(page, png('bird.png'));
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    const { mediaFiles } = await readTest(session, testId);
    expect(mediaFiles.map(({ name }) => name)).toEqual(['dog.png', 'bird.png']);
  });
  await step(page, 'a failed update', async () => {
    const { testId } = await makePlannedTest(session, ids, LATER_MMS);
    await openUpdateTest(page, testId);
    await chooseFiles(page, png('bird.png'));
    await page.route('**/deliverabilitytest/update', (route) => route.abort(), { times: 1 });
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Failed to update test. Please try again.');
    await expect(alert(page)).toContainText('The server could not be reached.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(mediaRow(page, 'bird.png')).toBeVisible();
    await updateButton(page).click();
    await expect(alert(page)).toContainText('Test updated successfully!');
    expect((await readTest(session, testId)).mediaFiles).toHaveLength(3);
    await expectComplaints(complaints, /ERR_FAILED/, /Failed to update the test/);
  });
});
