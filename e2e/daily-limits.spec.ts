/** Create Test under a daily limit: shows what is left, and keeps what was written when the server refuses it. */
import { accept, act, invite, openAccounts, rowOf } from './accounts-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { alert, choose, createButton, fillIn, messageBox, picker } from './create-form.ts';

const PASSWORD = 'chosen by its owner';

test('ACCT-11 the form shows what is left today, and a test over the limit is refused with nothing lost', async ({
  console: page,
  browser,
}) => {
  await openAccounts(page);
  const link = await invite(page, 'lena');
  await act(page, 'lena', 'Edit');
  const limit = page.getByRole('textbox', { name: 'Messages a day' });
  await limit.fill('many');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(limit).toHaveAccessibleDescription(/Enter a whole number/);
  await limit.fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'lena')).toContainText('2 messages a day');

  const hers = await accept(browser, { link, username: 'lena', password: PASSWORD });
  await hers.waitForURL('**/create-tests');
  await expect(hers.getByText('2 of 2 messages left today for your account')).toBeVisible();
  await fillIn(hers, 'The first of two');
  await createButton(hers).click();
  await alert(hers).getByRole('button', { name: 'Create another' }).click();
  await expect(hers.getByText('1 of 2 messages left today for your account')).toBeVisible();

  await messageBox(hers).fill('One too many');
  await choose(hers, 'Phone Numbers', 'Blake');
  await expect(hers.getByText('2 messages, 1 left today for your account.')).toBeVisible();
  await expectAccessibleInBoth(hers);
  await createButton(hers).click();
  const refusal =
    /would send 2 messages for your account; 1 is left today \(limit 2 a day\)\. The limit resets at/;
  await expect(alert(hers)).toContainText(refusal);
  await alert(hers).getByRole('button').click();
  await expect(alert(hers)).toBeHidden();
  await expect(hers.getByText(refusal)).toBeVisible();
  await expect(messageBox(hers)).toHaveValue('One too many');
  await expect(picker(hers, 'Office')).toHaveText('Oakland (+15105550101)');

  await choose(hers, 'Phone Numbers', 'Blake');
  await createButton(hers).click();
  await expect(alert(hers)).toContainText('Test created successfully!');
  await alert(hers).getByRole('button', { name: 'Create another' }).click();
  await expect(hers.getByText('1 message, 0 left today for your account.')).toBeVisible();
});
