/** Create Test: submission, the server's response and the draft. */
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import {
  alert,
  choose,
  chooseFiles,
  createButton,
  fillIn,
  mediaRow,
  messageBox,
  openCreateTest,
  openEmptyForm,
  pick,
  picker,
  recipientsLine,
} from './create-form.ts';
import { readReport } from './made-tests.ts';

test('CREATE-17, CREATE-19 Reset returns to the defaults, and the draft survives a reload', async ({
  console: page,
}) => {
  await test.step('CREATE-17 Reset returns to the defaults', async () => {
    await openCreateTest(page);
    await fillIn(page, 'Anything');
    await pick(page, 'MMS');
    await chooseFiles(page, { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.alloc(10) });
    await expect(mediaRow(page, 'cat.png')).toBeVisible();
    await pick(page, 'Recurring');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(messageBox(page)).toHaveValue('');
    await expect(picker(page, 'Partner')).toHaveText('Choose partners');
    await expect(picker(page, 'Client')).toHaveText('Please select a partner first');
    await expect(picker(page, 'Office')).toHaveText('Please select a client first');
    await expect(picker(page, 'Phone Numbers')).toHaveText('Choose test phones');
    await expect(page.getByRole('radio', { name: 'Immediate' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'SMS' })).toBeChecked();
    // An SMS shows no files, so check with an MMS that they are gone.
    await pick(page, 'MMS');
    await expect(mediaRow(page, 'cat.png')).toHaveCount(0);
    await expect(recipientsLine(page)).toHaveText('No office and no test phone chosen: nothing to send yet.');
    // Undo brings back everything, files included.
    await pick(page, 'SMS');
    await page.getByRole('status').filter({ hasText: 'The form was cleared.' }).getByText('Undo').click();
    await expect(messageBox(page)).toHaveValue('Anything');
    await expect(mediaRow(page, 'cat.png')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Recurring' })).toBeChecked();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.reload();
    await expect(messageBox(page)).toHaveValue('');
  });
  await test.step('CREATE-19 the draft survives a reload of the page', async () => {
    await openEmptyForm(page);
    await fillIn(page, 'Not lost {first_name}');
    await page.reload();
    await expect(messageBox(page)).toHaveValue('Not lost {first_name}');
    await expect(picker(page, 'Partner')).toHaveText('Harbor Health Group');
    await expect(picker(page, 'Client')).toHaveText('Bayview Dental');
    await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
    await expect(picker(page, 'Phone Numbers')).toHaveText('Avery - +12135550181 - AT&T');
    await expect(recipientsLine(page)).toHaveText('1 office × 1 phone = 1 message of 1 segment');
  });
});

test('CREATE-19 success links to the report and to another test', async ({ console: page }) => {
  await openCreateTest(page);
  await fillIn(page, 'One of two');
  await messageBox(page).press('ControlOrMeta+Enter');
  await expect(alert(page)).toContainText('Test created successfully!');
  await alert(page).getByRole('button', { name: 'Create another' }).click();
  await expect(alert(page)).toBeHidden();
  await expect(messageBox(page)).toBeFocused();
  await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
  await page.keyboard.type('Two of two');
  await createButton(page).click();
  await alert(page).getByRole('button', { name: 'Open report' }).click();
  await page.waitForURL('**/test-report/*');
  await expect(page.getByText('Two of two').first()).toBeVisible();
});

test('EVIDENCE-7 lists the tests created in a row, and the next form keeps what the operator chooses to keep', async ({
  console: page,
}) => {
  await test.step('EVIDENCE-7 lists the tests created in a row, with links to their reports', async () => {
    await openCreateTest(page);
    await fillIn(page, 'One of many');
    const made: number[] = [];
    for (const body of ['One of many', 'Two of many']) {
      await messageBox(page).fill(body);
      await createButton(page).click();
      const [, testId = ''] = /Test #(\d+): 1 message/.exec((await alert(page).textContent()) ?? '') ?? [];
      made.unshift(Number(testId));
      await alert(page).getByRole('button', { name: 'Create another' }).click();
      await expect(messageBox(page)).toBeFocused();
    }
    // As rendered: no space or line break before the comma.
    await expect
      .poll(() => page.getByRole('main').innerText())
      .toContain(`2 tests created: #${made.join(', #')}`);
    await page.getByRole('link', { name: `Report of test ${made[1]}`, exact: true }).click();
    await expect(page.getByRole('heading', { name: `Test Report #${made[1]}` })).toBeVisible();
  });
  await test.step('EVIDENCE-7 the next form keeps what the operator chooses to keep, also after the next test', async () => {
    await openEmptyForm(page);
    await fillIn(page, 'Only the phones change');
    await pick(page, 'Schedule for Later');
    await page.getByLabel('Date and time').fill('2099-01-01T10:00');
    await createButton(page).click();
    await alert(page).getByRole('checkbox', { name: 'Recipients' }).uncheck();
    await alert(page).getByRole('checkbox', { name: 'Schedule' }).uncheck();
    await expectAccessibleInBoth(page);
    await alert(page).getByRole('button', { name: 'Create another' }).click();
    await expect(messageBox(page)).toHaveValue('Only the phones change');
    await expect(picker(page, 'Partner')).toHaveText('Choose partners');
    await expect(picker(page, 'Phone Numbers')).toHaveText('Choose test phones');
    await expect(page.getByRole('radio', { name: 'Immediate' })).toBeChecked();
    await fillIn(page, 'The phones changed');
    await createButton(page).click();
    await expect(alert(page).getByRole('checkbox', { name: 'Message' })).toBeChecked();
    await expect(alert(page).getByRole('checkbox', { name: 'Recipients' })).not.toBeChecked();
    await alert(page).getByRole('checkbox', { name: 'Recipients' }).check();
    await alert(page).getByRole('button', { name: 'Create another' }).click();
    await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
  });
});

test("CREATE-20 without recipients, the screen submits, shows the server's reasons and keeps the input", async ({
  console: page,
  complaints,
}) => {
  await openCreateTest(page);
  await messageBox(page).fill('No recipients');
  await createButton(page).click();
  await expect(alert(page)).toContainText('Failed to create test. Please try again.');
  await expect(alert(page).getByRole('listitem')).toHaveText([
    'Choose at least one office.',
    'Choose at least one test phone.',
  ]);
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(
    page.getByRole('region', { name: 'Client Details' }).getByText('Choose at least one office.'),
  ).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Phone Numbers' }).getByText('Choose at least one test phone.'),
  ).toBeVisible();
  await expect(messageBox(page)).toHaveValue('No recipients');
  await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
});

test('CREATE-20 shows what will be sent, and an empty message can be sent', async ({
  console: page,
  session,
}) => {
  await test.step('CREATE-20 shows the number of messages, phones and segments before submission', async () => {
    await openCreateTest(page);
    await expect(recipientsLine(page)).toHaveText('No office and no test phone chosen: nothing to send yet.');
    await choose(page, 'Partner', 'Harbor Health Group');
    await choose(page, 'Client', 'Bayview Dental');
    await choose(page, 'Office', 'Oakland', 'Berkeley');
    await expect(recipientsLine(page)).toHaveText('No test phone chosen: nothing to send yet.');
    await choose(page, 'Phone Numbers', 'Avery', 'Blake', 'Casey');
    await expect(recipientsLine(page)).toHaveText('2 offices × 3 phones = 6 messages of 1 segment');
    // With its 13-character code it fills one segment; one more character needs two.
    await messageBox(page).fill('x'.repeat(147));
    await expect(recipientsLine(page)).toHaveText('2 offices × 3 phones = 6 messages of 1 segment');
    await messageBox(page).press('ControlOrMeta+End');
    await page.keyboard.type('x');
    await expect(recipientsLine(page)).toHaveText('2 offices × 3 phones = 6 messages of 2 segments');
  });
  await test.step('CREATE-20 an empty message can be sent: the text is only its code', async () => {
    await openEmptyForm(page);
    await fillIn(page, '');
    await createButton(page).click();
    await alert(page).getByRole('button', { name: 'Open report' }).click();
    await page.waitForURL('**/test-report/*');
    const testId = Number(page.url().split('/').at(-1));
    const texts = async () => (await readReport(session, testId)).testLogs.map(({ sent }) => sent.text);
    await expect.poll(texts).toEqual([expect.stringMatching(/^#[0-9A-Z]{11}$/)]);
  });
});
