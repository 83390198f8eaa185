/** Update Test: recipients, and the pickers' loading states. */
import { expect, test } from './console.ts';
import { choose, closePicker, openPicker, picker } from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { T } from './made-tests.ts';
import { makePlannedTest } from './planned-tests.ts';
import { openUpdateTest } from './update-form.ts';

const ONCE = { from: ['Oakland'], to: ['Avery'], body: `${LATER} once`, content: ONCE_LATER };

test.afterEach(({ session }) => removeLater(session));

test('UPDATE-6 has Partner, Client and Office with All, loading texts and the cascade', async ({
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

test('UPDATE-6, UPDATE-7 the pickers say that they are loading', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const { testId } = await makePlannedTest(session, ids, ONCE);
  const held = Promise.withResolvers<void>();
  for (const path of ['partners', 'deliverabilitytestphones']) {
    await page.route(`**${T}/${path}`, async (route) => {
      await held.promise;
      await route.continue();
    });
  }
  await openUpdateTest(page, testId);
  const summary = page.getByRole('form', { name: 'Update Test' }).locator('output');
  await expect(picker(page, 'Partner')).toHaveText('Loading partners...');
  await expect(picker(page, 'Phone Numbers')).toHaveText('Loading phone numbers...');
  await expect(summary).toHaveText('Loading recipients...');
  held.resolve();
  await expect(picker(page, 'Partner')).toHaveText('Harbor Health Group');
  await expect(picker(page, 'Phone Numbers')).toHaveText('Avery - +12135550181 - AT&T');
  await expect(summary).toHaveText('1 office × 1 phone = 1 message of 1 segment');
  const clients = Promise.withResolvers<void>();
  await page.route(`**${T}/clients?*`, async (route) => {
    await clients.promise;
    await route.continue();
  });
  await choose(page, 'Partner', 'Summit Property Partners');
  await expect(picker(page, 'Client')).toHaveText('Loading clients...');
  clients.resolve();
  const offices = Promise.withResolvers<void>();
  await page.route(`**${T}/offices?*`, async (route) => {
    await offices.promise;
    await route.continue();
  });
  await choose(page, 'Client', 'Alder Street Apartments');
  await expect(picker(page, 'Office')).toHaveText('Loading offices...');
  offices.resolve();
  await expect(picker(page, 'Office')).toHaveText('Choose offices');
});

test("UPDATE-7 phone numbers are a multi-select, which first shows 'Loading phone numbers...'", async ({
  console: page,
  session,
  world: { ids },
}) => {
  const { testId } = await makePlannedTest(session, ids, ONCE);
  const held = Promise.withResolvers<void>();
  await page.route(`**${T}/deliverabilitytestphones`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route(`**${T}/deliverabilitytest/get?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), phoneIDs: { phoneIDs: [] } } });
  });
  await openUpdateTest(page, testId);
  await expect(picker(page, 'Phone Numbers')).toHaveText('Loading phone numbers...');
  held.resolve();
  await expect(picker(page, 'Phone Numbers')).toHaveText('Choose test phones');
  await choose(page, 'Phone Numbers', 'Avery', 'Casey');
  await expect(picker(page, 'Phone Numbers')).toContainText('Casey');
});
