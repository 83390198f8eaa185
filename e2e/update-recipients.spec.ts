/** Update Test: the recipients. */
import { expect, expectComplaints, test } from './console.ts';
import { choose, closePicker, openPicker, picker } from './create-form.ts';
import { makeEntry, makeOffices, retireEntry } from './directory-screen.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { makePlannedTest } from './planned-tests.ts';
import { openUpdateTest, updateButton } from './update-form.ts';

const ONCE = { from: ['Oakland'], to: ['Avery'], body: `${LATER} once`, content: ONCE_LATER };

test.afterEach(({ session }) => removeLater(session));

test('UPDATE-6 has Partner, Client and Office with All and the cascade', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const { testId } = await makePlannedTest(session, ids, ONCE);
  await openUpdateTest(page, testId);
  await expect(picker(page, 'Partner')).toHaveText('Harbor Health Group');
  await expect(picker(page, 'Client')).toHaveText('Bayview Dental');
  await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
  for (const [name, all] of [
    ['Partner', 'All Partner'],
    ['Client', 'All Client'],
    ['Office', 'All Office'],
  ] as const) {
    const list = await openPicker(page, name);
    await expect(list.getByRole('option', { name: all, exact: true })).toBeVisible();
    await closePicker(page, name);
  }
  await choose(page, 'Office', 'All Office');
  await expect(picker(page, 'Office')).toContainText('All Office');
  await choose(page, 'Client', 'Bayview Dental');
  await expect(picker(page, 'Office')).toHaveText('Please select a client first');
  await choose(page, 'Partner', 'Harbor Health Group');
  await expect(picker(page, 'Client')).toHaveText('Please select a partner first');
});

test('DIR-1 a retired office and phone of a test show their names, and can be removed but not chosen again', async ({
  console: page,
  session,
  complaints,
  world: { ids },
}) => {
  const { officeIds } = await makeOffices(session, 'Fern Foods', ['Fern One', 'Fern Two']);
  const phone = { name: 'Fern phone', phoneNumber: '+12135550149', carrier: 'AT&T', evidence: 'receipt' };
  const phoneId = await makeEntry(session, 'phones', { ...phone, partnerId: null });
  const known = {
    ...ids,
    offices: new Map([['Fern One', officeIds[0] ?? 0]]),
    phones: new Map([['Fern phone', phoneId]]),
  };
  const fern = { ...ONCE, from: ['Fern One'], to: ['Fern phone'] };
  const { testId } = await makePlannedTest(session, known, fern);
  await retireEntry(session, 'offices', officeIds[0] ?? 0);
  await retireEntry(session, 'phones', phoneId);

  await openUpdateTest(page, testId);
  await expect(picker(page, 'Office')).toHaveText('Fern One (retired)');
  await expect(picker(page, 'Phone Numbers')).toHaveText('Fern phone (retired)');
  await updateButton(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Fern One is retired. Leave it out, or restore it')).toBeVisible();
  await expect(page.getByText('Fern phone is retired. Leave it out, or restore it')).toBeVisible();

  await choose(page, 'Office', 'Fern One (retired)');
  const offices = await openPicker(page, 'Office');
  await expect(offices.getByRole('option', { name: 'Fern Two' })).toBeVisible();
  await expect(offices.getByRole('option', { name: 'Fern One' })).toHaveCount(0);
  await expectComplaints(complaints, /status of 422/, /Failed to update the test/);
});
