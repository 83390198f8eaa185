/** Create Test: links and files of an MMS, from selection to submission. */
import type { Test } from '@textprobe/contract/tests';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import {
  alert,
  type ChosenFile,
  chooseFiles,
  createButton,
  dropFiles,
  fillIn,
  mediaRow,
  messageBox,
  openCreateTest,
  openEmptyForm,
  pick,
  recipientsLine,
  recordForms,
  section,
} from './create-form.ts';
import { T } from './made-tests.ts';
import { picture } from './planned-tests.ts';

const CREATE = '**/deliverabilitytest/create';
const MB = 1_048_576;

const cat: ChosenFile = { name: 'cat.png', mimeType: 'image/png', buffer: picture() };
const clip: ChosenFile = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1.5 * MB) };
const notes: ChosenFile = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10) };

test('CREATE-5, CREATE-7, CREATE-8, DATA-7 an MMS has files and links: files show name, size and picture, or why they are rejected', async ({
  console: page,
}) => {
  await test.step('CREATE-5 switching to MMS shows the multimedia and upload sections, back to SMS hides and keeps them', async () => {
    await openCreateTest(page);
    await expect(section(page, 'Multimedia Links')).toBeHidden();
    await expect(section(page, 'File Upload')).toBeHidden();
    await pick(page, 'MMS');
    await expect(section(page, 'Multimedia Links')).toBeVisible();
    await expect(section(page, 'File Upload')).toBeVisible();
    await chooseFiles(page, cat);
    await expect(mediaRow(page, 'cat.png')).toBeVisible();
    await pick(page, 'SMS');
    await expect(section(page, 'File Upload')).toBeHidden();
    await pick(page, 'MMS');
    await expect(mediaRow(page, 'cat.png')).toBeVisible();
  });
  await test.step('CREATE-7, DATA-7 files dropped and picked show name, size in MB, picture, and can be removed', async () => {
    await openEmptyForm(page);
    await pick(page, 'MMS');
    await chooseFiles(page, cat, clip);
    await expect(mediaRow(page, 'cat.png')).toContainText('0.02 MB');
    await expect(mediaRow(page, 'cat.png').locator('img')).toHaveJSProperty('naturalWidth', 320);
    await expect(mediaRow(page, 'clip.mp4')).toContainText('1.50 MB');
    await dropFiles(page, { name: 'dropped.gif', mimeType: 'image/gif', buffer: Buffer.alloc(2 * MB) });
    await expect(mediaRow(page, 'dropped.gif')).toContainText('2.00 MB');
    const shown = page.getByRole('complementary', { name: 'Preview' }).getByRole('img', { name: /\.\w+$/ });
    await expect(shown).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove clip.mp4' }).click();
    await expect(mediaRow(page, 'clip.mp4')).toHaveCount(0);
    await expect(shown).toHaveCount(2);
  });
  await test.step('CREATE-8 a file that is too large or of an unsupported type is rejected with a reason; a valid one clears earlier errors', async () => {
    await openEmptyForm(page);
    await pick(page, 'MMS');
    await chooseFiles(page, notes);
    await expect(mediaRow(page, 'notes.pdf')).toContainText(
      'Invalid file type. Only images and videos are allowed.',
    );
    await dropFiles(page, { name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10 * MB + 1) });
    await expect(mediaRow(page, 'long.mp4')).toContainText('File too large. Maximum size is 10MB.');
    await expect(mediaRow(page, 'notes.pdf')).toBeVisible();
    await expect(recipientsLine(page)).toContainText('nothing to send yet');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByRole('img', { name: /\.\w+$/ })).toHaveCount(0);
    await expectAccessible(page);
    await dropFiles(page, { name: 'just-fits.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10 * MB) });
    await expect(mediaRow(page, 'just-fits.mp4')).toContainText('10.00 MB');
    await expect(mediaRow(page, 'notes.pdf')).toHaveCount(0);
    await expect(mediaRow(page, 'long.mp4')).toHaveCount(0);
  });
});

test('CREATE-6 links are added and removed one by one, and one that cannot be fetched has an error in its row', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'CREATE-6 links are added and removed one by one, and join mediaURLs.media', async () => {
    const forms = await recordForms(page);
    await page.route(CREATE, (route) => route.abort());
    await openCreateTest(page);
    await fillIn(page, 'Look');
    await pick(page, 'MMS');
    const field = page.getByRole('textbox', { name: 'Link to an image or video' });
    await field.fill('https://pictures.example/cat.png');
    await field.press('Enter');
    await field.fill('http://pictures.example/dog.png');
    await expect(
      section(page, 'Multimedia Links').getByText('Enter a link that begins with https://'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add link' }).click();
    // A warning, not an error: the link is in the list.
    await expect(mediaRow(page, 'http://pictures.example/dog.png')).toContainText('Enter a link that begins');
    await page.getByRole('button', { name: 'Remove http://pictures.example/dog.png' }).click();
    await expect(mediaRow(page, 'dog.png')).toHaveCount(0);
    await expect(recipientsLine(page)).toHaveText('1 office × 1 phone = 1 message with 1 file');
    // Switching windows adds nothing, because the field keeps the focus.
    await field.fill('https://half-typed.exa');
    await field.dispatchEvent('focusout');
    await expect(field).toHaveValue('https://half-typed.exa');
    await expect(mediaRow(page, 'https://half-typed.exa')).toHaveCount(0);
    await expect(field).toBeFocused();
    // A link that is still in the field counts too.
    await field.fill('https://pictures.example/bird.png');
    await field.press('ControlOrMeta+Enter');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    expect(forms.map(({ content }) => [content.messageType, content.mediaURLs])).toEqual([
      ['MMS', { media: ['https://pictures.example/cat.png', 'https://pictures.example/bird.png'] }],
    ]);
    await expectComplaints(complaints, /ERR_FAILED/, /Failed to create the test/);
  });
  await test.step('CREATE-6 a link that cannot be fetched has an error in its row', async () => {
    await openEmptyForm(page);
    await fillIn(page, 'Look');
    await pick(page, 'MMS');
    const field = page.getByRole('textbox', { name: 'Link to an image or video' });
    await field.fill('https://127.0.0.1/private.png');
    await field.press('Enter');
    await createButton(page).click();
    await expect(alert(page)).toContainText('Failed to create test. Please try again.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    const row = mediaRow(page, 'https://127.0.0.1/private.png');
    await expect(row).toHaveAttribute('data-wrong', 'true');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove https://127.0.0.1/private.png' }).click();
    await expect(row).toHaveCount(0);
    await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  });
});

test('CREATE-7, CREATE-9 files are submitted and stored, but nothing is sent while a file error remains', async ({
  console: page,
  session,
}) => {
  const forms = await recordForms(page);
  await step(page, 'CREATE-9 nothing is sent while a file error remains', async () => {
    await page.route(CREATE, (route) => route.abort());
    await openCreateTest(page);
    await fillIn(page, 'Look');
    await pick(page, 'MMS');
    await chooseFiles(page, cat, notes);
    await createButton(page).click();
    await expect(alert(page)).toContainText('Please fix the file errors before submitting.');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    expect(forms).toEqual([]);
    await page.getByRole('button', { name: 'Remove notes.pdf' }).click();
    await expect(mediaRow(page, 'cat.png')).toBeVisible();
  });
  await test.step('CREATE-7 an MMS is submitted with its files, and the server stores them', async () => {
    await openEmptyForm(page);
    await fillIn(page, 'Two pictures');
    await pick(page, 'MMS');
    await chooseFiles(page, cat, { ...cat, name: 'other.png', buffer: picture(64, 48) });
    await expect(recipientsLine(page)).toHaveText('1 office × 1 phone = 1 message with 2 files');
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'Open report' }).click();
    await page.waitForURL('**/test-report/*');
    expect(forms.map(({ fileNames }) => fileNames)).toEqual([['cat.png', 'other.png']]);
    const made = await session.get(`${T}/deliverabilitytest/get?testId=${page.url().split('/').at(-1)}`);
    const { messageType, mediaFiles } = (await made.json()) as Test;
    expect(messageType).toBe('MMS');
    expect(mediaFiles.map(({ name, width }) => [name, width])).toEqual([
      ['cat.png', 320],
      ['other.png', 64],
    ]);
  });
});

test('CREATE-8, CREATE-19 each file shows its upload progress; a file that the server rejects is named, and none is lost', async ({
  console: page,
  complaints,
}) => {
  await openCreateTest(page);
  await fillIn(page, 'Slowly');
  await pick(page, 'MMS');
  const noise = { name: 'noise.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * MB, 7) };
  await chooseFiles(page, noise, { ...noise, name: 'more-noise.png' });
  const network = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 1.5 * MB });
  await createButton(page).click();
  const first = mediaRow(page, 'noise.png').first();
  await expect(first.getByRole('progressbar', { name: 'noise.png', exact: true })).toBeVisible();
  await expect(first).toContainText('· sent');
  await expect(page.getByRole('progressbar', { name: 'more-noise.png' })).toHaveJSProperty(
    'tagName',
    'PROGRESS',
  );
  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await expect(alert(page)).toContainText('Failed to create test. Please try again.');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(first).toContainText("'noise.png' isn't a supported image or video");
  await expect(mediaRow(page, 'more-noise.png')).toContainText('2.00 MB');
  await expect(messageBox(page)).toHaveValue('Slowly');
  await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
});

test('CREATE-19 a reload keeps text, links and selections and says that files are gone, until there are others', async ({
  console: page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await test.step('CREATE-19 a reload keeps text, links and selections of an MMS, and says that files are gone', async () => {
    await openCreateTest(page);
    await fillIn(page, 'Not lost');
    await pick(page, 'MMS');
    const field = page.getByRole('textbox', { name: 'Link to an image or video' });
    await field.fill('https://pictures.example/cat.png');
    await field.press('Enter');
    await chooseFiles(page, cat, clip);
    await expect(mediaRow(page, 'clip.mp4')).toBeVisible();
    await page.reload();
    await expect(messageBox(page)).toHaveValue('Not lost');
    await expect(mediaRow(page, 'https://pictures.example/cat.png')).toBeVisible();
    const notice = page.getByRole('status').filter({ hasText: 'browsers do not keep files' });
    await expect(notice).toContainText('Choose cat.png and clip.mp4 again.');
    await expectAccessible(page);
    await chooseFiles(page, cat);
    await expect(notice).toBeHidden();
  });
  await test.step('CREATE-19 a draft without files shows no hint about missing files, after opening a report or removing the file', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'browsers do not keep files' });
    await openEmptyForm(page);
    await fillIn(page, 'With a file');
    await pick(page, 'MMS');
    await chooseFiles(page, clip);
    await expect(mediaRow(page, 'clip.mp4')).toBeVisible();
    await page.reload();
    await expect(notice).toContainText('Choose clip.mp4 again.');
    await chooseFiles(page, cat);
    await page.getByRole('button', { name: 'Remove cat.png' }).click();
    await expect(mediaRow(page, 'cat.png')).toBeHidden();
    await expect(notice).toBeHidden();
    await chooseFiles(page, cat);
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'Open report' }).click();
    await page.waitForURL('**/test-report/*');
    await page.getByRole('link', { name: 'Create Test' }).click();
    await expect(messageBox(page)).toHaveValue('');
    await expect(notice).toBeHidden();
  });
});
