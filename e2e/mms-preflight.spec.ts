/** Warnings about carrier limits for the files of an MMS, on both screens; they block nothing. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { alert, choose, chooseFiles, createButton, fillIn, openCreateTest, pick } from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { openUpdateTest } from './update-form.ts';

const MB = 1_048_576;
const video = (name: string, megabytes: number) => ({
  name,
  mimeType: 'video/mp4',
  buffer: Buffer.alloc(megabytes * MB),
});
/** A valid picture that is larger than AT&T's limit: data after its last chunk is ignored. */
const large = {
  name: 'large.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([picture(), Buffer.alloc(1.2 * MB)]),
};

test.afterEach(({ session }) => removeLater(session));

function carriersTake(page: Page) {
  return page.getByRole('list', { name: 'Carrier limits' }).getByRole('listitem');
}

test('Create Test warns which carriers of the selected phones may not accept the files', async ({
  console: page,
}) => {
  await openCreateTest(page);
  await fillIn(page, 'Holiday');
  await pick(page, 'MMS');
  await expect(carriersTake(page)).toHaveCount(0);
  await chooseFiles(page, video('holiday.mp4', 1.2));
  await expect(carriersTake(page)).toHaveCount(1);
  await choose(page, 'Phone Numbers', 'Devon', 'Harper');
  await expect(carriersTake(page)).toHaveText([
    'AT&T accepts at most 1 MB from a long code: holiday.mp4 (1.20 MB) may not be delivered.',
    'Verizon accepts at most 1 MB from a long code: holiday.mp4 (1.20 MB) may not be delivered.',
    'T-Mobile accepts this size.',
  ]);
  const field = page.getByRole('textbox', { name: 'Link to an image or video' });
  await field.fill('https://pictures.example/cat.png');
  await field.press('Enter');
  await chooseFiles(page, video('more.mp4', 4));
  await expect(carriersTake(page)).toHaveText([
    'Providers accept at most 5 MB per message. At 5.20 MB, this one may be rejected.',
    'AT&T accepts at most 1 MB from a long code: holiday.mp4 (1.20 MB) and more.mp4 (4.00 MB) may not be delivered.',
    'Verizon accepts at most 1 MB from a long code: holiday.mp4 (1.20 MB) and more.mp4 (4.00 MB) may not be delivered.',
    'T-Mobile accepts at most 1.5 MB from a long code: more.mp4 (4.00 MB) may not be delivered.',
    'The linked file is not counted: its size is unknown until it is fetched.',
  ]);
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Remove holiday.mp4' }).click();
  await page.getByRole('button', { name: 'Remove more.mp4' }).click();
  await page.getByRole('button', { name: 'Remove https://pictures.example/cat.png' }).click();
  await expect(carriersTake(page)).toHaveCount(0);
});

test('a file that a carrier may not accept can be sent', async ({ console: page }) => {
  await openCreateTest(page);
  await fillIn(page, 'Too large for AT&T');
  await pick(page, 'MMS');
  await chooseFiles(page, large);
  await expect(carriersTake(page)).toContainText('AT&T accepts at most 1 MB from a long code: large.png');
  await createButton(page).click();
  await expect(alert(page)).toContainText('Test created successfully!');
});

test('Update Test also warns about stored files', async ({ console: page, session, world: { ids } }) => {
  const { testId } = await makePlannedTest(session, ids, {
    from: ['Oakland'],
    to: ['Avery', 'Harper'],
    body: `${LATER} with a large picture`,
    content: { ...ONCE_LATER, messageType: 'MMS' },
    files: [large],
  });
  await openUpdateTest(page, testId);
  await expect(carriersTake(page)).toHaveText([
    /^AT&T accepts at most 1 MB from a long code: large\.png \(1\.\d\d MB\) may not be delivered\.$/,
    'T-Mobile accepts this size.',
  ]);
  await chooseFiles(page, video('half.mp4', 0.5));
  await expect(carriersTake(page).nth(1)).toHaveText(
    /^T-Mobile accepts at most 1\.5 MB from a long code: all files together \(1\.\d\d MB\) may not be delivered\.$/,
  );
  await expectAccessible(page);
});
