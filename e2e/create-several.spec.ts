/** Create several: texts or a CSV, one test per line, with a preview (EVIDENCE-7). */
import type { Locator } from '@playwright/test';
import type { WholeDirectory } from '@textprobe/contract/directory';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';

import { cell, createButton, dropCsv, openSeveral, sumLine, testsWith, textBox } from './several-form.ts';

const CREATE = '**/deliverabilitytest/create';

test('EVIDENCE-7 creates one test from each pasted line, with the recipients of the draft', async ({
  console: page,
}) => {
  await openSeveral(page);
  await textBox(page).fill('Several A {first_name}\n\nSeveral B\nSeveral A {first_name}');
  await expect(sumLine(page)).toHaveText('3 tests are ready: 3 messages.');
  await expect(cell(page, 1, 'Message')).toContainText('1 segment');
  await expect(cell(page, 3, 'Offices')).toHaveText('1 officeOakland');
  await expect(cell(page, 3, 'Phones')).toHaveText('1 phoneAvery');
  await expect(cell(page, 4, 'When')).toHaveText('At once');
  await page.reload();
  await expect(sumLine(page)).toHaveText('3 tests are ready: 3 messages.');

  await createButton(page, 'Create 3 tests').click();
  await expect(page.getByRole('status').filter({ hasText: '3 tests created.' })).toBeVisible();
  // Four calls are in flight at once, so the server's order may differ.
  const made = await testsWith(page, 'Several ');
  expect(made.map(({ messageBody, messageType }) => `${messageType} ${messageBody}`).sort()).toEqual([
    'SMS Several A {first_name}',
    'SMS Several A {first_name}',
    'SMS Several B',
  ]);
  // Everything is created, so a logout loses nothing but the draft.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('the test that you have not created.');
  await page.getByRole('button', { name: 'Stay' }).click();
  await cell(page, 3, 'Test').getByRole('link').click();
  await page.waitForURL(
    `**/test-report/${made.find(({ messageBody }) => messageBody === 'Several B')?.testId}`,
  );
});

test('EVIDENCE-7 a CSV names offices, phones and time; each error is beside its cell, and its line can be corrected or skipped', async ({
  console: page,
}) => {
  // A second Oakland, of another client.
  await page.route('**/api/directory', async (route) => {
    const response = await route.fetch();
    const directory = (await response.json()) as WholeDirectory;
    const office = directory.offices.find(({ name }) => name === 'Denver');
    const twin = office && { ...office, id: 987_654, name: 'Oakland', officePhoneNumber: '+13035550199' };
    await route.fulfill({ response, json: { ...directory, offices: [...directory.offices, twin] } });
  });
  await openSeveral(page);
  await page.getByRole('radio', { name: 'CSV' }).click();
  await dropCsv(
    page,
    [
      '\uFEFFTime;Message;color;OFFICE;phone',
      ';"Sheet all, of the draft";red;;',
      '2036-11-30 09:30;Sheet named;;"Berkeley;(303) 555-0131";Avery;Casey',
      ';"Sheet carrier";;Berkeley;at&t',
      '2027-03-14 02:30;Sheet wrong;;Oakland;Drew',
    ]
      .join('\r\n')
      .replace('Avery;Casey', '"Avery;Casey"'),
  );
  await expect(page.getByText('Ignored: the column color.')).toBeVisible();
  await expect(sumLine(page)).toHaveText('3 of 4 tests are ready: 8 messages. Line 5 has an error.');
  await expect(cell(page, 2, 'Offices')).toHaveText('1 officeOakland');
  await expect(cell(page, 3, 'Offices')).toHaveText('2 officesBerkeley, Denver');
  await expect(cell(page, 3, 'Phones')).toHaveText('2 phonesAvery, Casey');
  await expect(cell(page, 3, 'When')).toHaveText('11/30/2036 09:30 PST');
  await expect(cell(page, 3, 'Messages')).toHaveText('4');
  await expect(cell(page, 4, 'Messages')).toHaveText('3');
  await expect(cell(page, 5, 'Offices')).toContainText(
    /2 offices match Oakland: Bayview Dental \(id \d+, \+15105550101\); Alder Street Apartments \(id 987654, .*\)\. Write the id or the phone number\./,
  );
  await expect(cell(page, 5, 'Phones')).toHaveText('No phone has the name, id, number or carrier Drew.');
  await expect(cell(page, 5, 'When')).toContainText('This time does not exist');

  await createButton(page, 'Create 3 tests').click();
  await expect(cell(page, 4, 'Test')).toHaveText(/^Test #\d+$/);
  await expect(sumLine(page)).toHaveText('3 tests created. Line 5 has an error.');
  await expect(cell(page, 5, 'Test')).toHaveText('Has errors');

  const text = await textBox(page).inputValue();
  await textBox(page).fill(
    text.replace('2027-03-14 02:30;Sheet wrong;;Oakland;Drew', ';Sheet wrong;;Berkeley;'),
  );
  await expect(sumLine(page)).toHaveText('3 tests created. 1 test is ready: 1 message.');
  await createButton(page, 'Create 1 test').click();
  await expect(page.getByRole('status').filter({ hasText: '4 tests created.' })).toBeVisible();

  const made = (await testsWith(page, 'Sheet ')).map((one) =>
    [
      one.messageBody,
      one.scheduledTimestamp?.slice(0, 16) ?? one.testType,
      one.names.offices.join(' and '),
      one.phoneIDs.phoneIDs.length,
    ].join('; '),
  );
  expect(made.sort()).toEqual([
    'Sheet all, of the draft; IMMEDIATE; Oakland; 1',
    'Sheet carrier; IMMEDIATE; Berkeley; 3',
    'Sheet named; 2036-11-30T09:30; Berkeley and Denver; 2',
    'Sheet wrong; IMMEDIATE; Berkeley; 1',
  ]);
});

test('EVIDENCE-7 keyboard only: choose CSV, write it, correct it, create it', async ({ console: page }) => {
  await openSeveral(page);
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 30; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('radio', { name: 'Messages' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'CSV' })).toBeChecked();
  await tabTo(page.getByLabel('Choose a CSV'));
  const download = page.waitForEvent('download');
  await tabTo(page.getByRole('button', { name: 'Download a sample CSV' }));
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('several-tests.csv');
  await tabTo(textBox(page));
  await page.keyboard.type('message,phone\nBy hand 1,Blake\nBy hand 2,Blak');
  await expect(cell(page, 3, 'Phones')).toContainText('carrier Blak.');
  await page.keyboard.type('e');
  await expect(sumLine(page)).toHaveText('2 tests are ready: 2 messages.');
  await tabTo(createButton(page, 'Create 2 tests'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 tests created.' })).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'See them in Tests' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tests');
});

test('EVIDENCE-7 the screen has no axe violations: empty, with errors, failed and done; it fits on a phone', async ({
  console: page,
  complaints,
}) => {
  let isDown = true;
  await page.route(CREATE, (route) =>
    isDown ? route.fulfill({ status: 422, json: { detail: 'Not today.' } }) : route.continue(),
  );
  await openSeveral(page);
  const check = async () => {
    await expectAccessibleInBoth(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNarrow(page);
    // It has the same colors.
    await expectAccessible(page, { contrast: 'skip' });
    await page.setViewportSize({ width: 1280, height: 720 });
  };
  await check();
  await page.getByRole('radio', { name: 'CSV' }).click();
  await textBox(page).fill(
    `message,color,office,time\n${'x'.repeat(200)},,Nowhere,noon\nFine,,,2025-01-01 09:00`,
  );
  await expect(cell(page, 2, 'When')).toContainText('not noon.');
  await check();
  await textBox(page).fill('message\nFine again');
  await createButton(page, 'Create 1 test').click();
  await expect(cell(page, 2, 'Test')).toHaveText('Not today.');
  await check();
  await expectComplaints(complaints, /status of 422/, /Failed to create the test of line 2/);
  isDown = false;
  await createButton(page, 'Retry the rest').click();
  await expect(page.getByRole('status').filter({ hasText: '1 test created.' })).toBeVisible();
  await check();
});
