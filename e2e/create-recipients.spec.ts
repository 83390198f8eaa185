/** Create Test: partners, clients, offices and phones, each selection filtering the next. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import {
  choose,
  closePicker,
  openCreateTest,
  openEmptyForm,
  openPicker,
  optionOf,
  picker,
  recipientsLine,
} from './create-form.ts';
import { idOf } from './made-tests.ts';

const HARBOR = 'Harbor Health Group';
const SUMMIT = 'Summit Property Partners';
const LAKESHORE = 'Lakeshore Auto Alliance';

function options(list: Locator): Locator {
  return list.getByRole('option');
}

/** Delays calls to an address until `release`, then waits until all have ended. */
async function holdBack(page: Page, url: RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const inFlight = new Set<unknown>();
  const seen: Promise<void>[] = [];
  await page.route(url, async (route) => {
    const ended = Promise.withResolvers<void>();
    seen.push(ended.promise);
    inFlight.add(route.request());
    const end = (request: unknown) => request === route.request() && ended.resolve();
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    await held.promise;
    await route.continue().catch(() => ended.resolve()); // aborted by the page in the meantime
  });
  return async () => {
    expect(inFlight.size, 'a call was held back').toBeGreaterThan(0);
    held.resolve();
    await Promise.all(seen);
    // A change would be rendered by the second frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  };
}

test('an empty directory says so, and how to fill it', async ({ console: page }) => {
  await page.route('**/tests/sm/v1/partners', (route) => route.fulfill({ json: [] }));
  await openCreateTest(page);
  await expect(page.getByText('The directory is empty, so there are no offices to send from.')).toBeVisible();
  await expect(page.getByRole('paragraph').getByRole('link', { name: 'Directory' })).toBeVisible();
  await page.unroute('**/tests/sm/v1/partners');
  await page.reload();
  await openPicker(page, 'Partner');
  await expect(page.getByText('The directory is empty')).toBeHidden();
});

test('CREATE-10, CREATE-11, CREATE-15 multiple selection with All; a client needs a partner, an office a client; phones show name, number and carrier', async ({
  console: page,
}) => {
  await test.step('CREATE-11 the client needs a partner, the office a client', async () => {
    await openCreateTest(page);
    await expect(picker(page, 'Client')).toBeDisabled();
    await expect(picker(page, 'Client')).toHaveText('Please select a partner first');
    await expect(picker(page, 'Office')).toBeDisabled();
    await expect(picker(page, 'Office')).toHaveText('Please select a client first');
    await choose(page, 'Partner', HARBOR);
    await expect(picker(page, 'Client')).toBeEnabled();
    await expect(picker(page, 'Office')).toBeDisabled();
    await choose(page, 'Client', 'Bayview Dental');
    await expect(picker(page, 'Office')).toBeEnabled();
  });
  await test.step('CREATE-15 test phones are named by name, number and carrier', async () => {
    await openCreateTest(page);
    const phones = await openPicker(page, 'Phone Numbers');
    await expect(options(phones)).toHaveCount(9);
    await optionOf(phones, 'Avery - +12135550181 - AT&T').click();
    await optionOf(phones, 'Emerson - +13105550185 - Verizon').click();
    await closePicker(page, 'Phone Numbers');
    await expect(picker(page, 'Phone Numbers')).toContainText(
      'Avery - +12135550181 - AT&T, Emerson - +13105550185 - Verizon',
    );
    await page.getByRole('button', { name: 'T-Mobile' }).click();
    await expect(page.getByRole('button', { name: 'Select all' })).toHaveText('Select all5/9');
  });
  await test.step('CREATE-10 partner, client and office allow multiple selection, and All', async () => {
    await openEmptyForm(page);
    const partners = await openPicker(page, 'Partner');
    await expect(partners).toHaveAttribute('aria-multiselectable', 'true');
    await expect(options(partners)).toHaveText(['All', HARBOR, LAKESHORE, SUMMIT]);
    await optionOf(partners, HARBOR).click();
    await optionOf(partners, SUMMIT).click();
    await closePicker(page, 'Partner');
    await expect(picker(page, 'Partner')).toContainText(`${HARBOR}, ${SUMMIT}`);

    const clients = await openPicker(page, 'Client');
    await expect(options(clients)).toHaveText([
      'All',
      'Bayview Dental',
      'Cedar Family Medicine',
      'Pacific Eye Care',
      'Alder Street Apartments',
      'Keystone Self Storage',
    ]);
    await optionOf(clients, 'Pacific Eye Care').click();
    await optionOf(clients, 'Alder Street Apartments').click();
    await closePicker(page, 'Client');
    const offices = await openPicker(page, 'Office');
    // Each with its number (DATA-4).
    await expect(options(offices)).toHaveText([
      'All',
      'Chula Vista (+16195550122)',
      'San Diego (+16195550121)',
      'Boulder (+13035550132)',
      'Denver (+13035550131)',
    ]);
  });
});

test('CREATE-12, CREATE-13 All collapses a selection; changing the partner clears clients and offices, changing the client clears offices', async ({
  console: page,
}) => {
  await test.step('CREATE-12 All collapses a selection to just All, and disables the others', async () => {
    await openCreateTest(page);
    await choose(page, 'Partner', HARBOR);
    const clients = await openPicker(page, 'Client');
    await optionOf(clients, 'Bayview Dental').click();
    await optionOf(clients, 'Pacific Eye Care').click();
    await optionOf(clients, 'All').click();
    await expect(picker(page, 'Client')).toHaveText('All3');
    for (const client of ['Bayview Dental', 'Cedar Family Medicine', 'Pacific Eye Care']) {
      await expect(optionOf(clients, client)).toHaveAttribute('data-combobox-disabled', 'true');
    }
    await optionOf(clients, 'Bayview Dental').click({ force: true });
    await expect(picker(page, 'Client')).toHaveText('All3');
    await optionOf(clients, 'All').click();
    await optionOf(clients, 'Bayview Dental').click();
    await expect(picker(page, 'Client')).toHaveText('Bayview Dental');
  });
  await test.step('CREATE-13 changing the partner clears clients and offices; changing the client clears offices', async () => {
    await openEmptyForm(page);
    await choose(page, 'Partner', HARBOR);
    await choose(page, 'Client', 'Bayview Dental');
    await choose(page, 'Office', 'Oakland', 'Berkeley');
    await choose(page, 'Client', 'Pacific Eye Care');
    await expect(picker(page, 'Client')).toContainText('Bayview Dental, Pacific Eye Care');
    await expect(picker(page, 'Office')).toHaveText('Choose offices');
    await choose(page, 'Office', 'San Diego');
    await choose(page, 'Partner', SUMMIT);
    await expect(picker(page, 'Partner')).toContainText(`${HARBOR}, ${SUMMIT}`);
    await expect(picker(page, 'Client')).toHaveText('Choose clients');
    await expect(picker(page, 'Office')).toHaveText('Please select a client first');
  });
});

test('CREATE-13, DATA-10 late clients and offices of deselected ones are ignored, and one more client needs one request', async ({
  console: page,
  world,
}) => {
  await step(page, 'CREATE-13 ignores late clients of a deselected partner', async () => {
    const harbor = idOf(world.ids.partners, HARBOR);
    const release = await holdBack(page, new RegExp(`/clients\\?partnerId=${harbor}$`));
    await openCreateTest(page);
    await choose(page, 'Partner', HARBOR);
    await expect(picker(page, 'Client')).toHaveText('Loading clients...');
    await choose(page, 'Partner', HARBOR, SUMMIT);
    await expect(picker(page, 'Partner')).toHaveText(SUMMIT);
    const clients = await openPicker(page, 'Client');
    const ofSummit = ['All', 'Alder Street Apartments', 'Keystone Self Storage'];
    await expect(options(clients)).toHaveText(ofSummit);
    await release();
    expect(await options(clients).allInnerTexts()).toEqual(ofSummit);
  });
  await step(page, 'CREATE-13 ignores late offices of a deselected client', async () => {
    const bayview = idOf(world.ids.clients, 'Bayview Dental');
    const release = await holdBack(page, new RegExp(`/offices\\?clientId=${bayview}$`));
    await openEmptyForm(page);
    await choose(page, 'Partner', HARBOR);
    await choose(page, 'Client', 'Bayview Dental');
    await expect(picker(page, 'Office')).toHaveText('Loading offices...');
    await choose(page, 'Client', 'Bayview Dental', 'Cedar Family Medicine');
    const offices = await openPicker(page, 'Office');
    const ofCedar = ['All', 'Roseville (+19165550112)', 'Sacramento (+19165550111)'];
    await expect(options(offices)).toHaveText(ofCedar);
    await release();
    expect(await options(offices).allInnerTexts()).toEqual(ofCedar);
  });
  await step(page, 'DATA-10 one more client needs one request', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/offices?')) asked.push(request.url());
    });
    const cedar = idOf(world.ids.clients, 'Cedar Family Medicine');
    const ofCedar = new RegExp(`/offices\\?clientId=${cedar}$`);
    const release = await holdBack(page, ofCedar);
    await openEmptyForm(page);
    await choose(page, 'Partner', HARBOR);
    for (const client of ['Bayview Dental', 'Pacific Eye Care', 'Cedar Family Medicine']) {
      await choose(page, 'Client', client);
    }
    const offices = await openPicker(page, 'Office');
    await expect(optionOf(offices, 'Oakland')).toBeVisible();
    await expect(optionOf(offices, 'San Diego')).toBeVisible();
    await expect(optionOf(offices, 'Sacramento')).toHaveCount(0);
    await release();
    await expect(optionOf(offices, 'Sacramento')).toBeVisible();
    // The delayed call is aborted when its client is deselected.
    expect(asked.filter((url) => !ofCedar.test(url))).toHaveLength(2);
  });
});

test('DATA-9 skips the clients of a partner that fail to load, with a message, and adds them later', async ({
  console: page,
  world,
  complaints,
}) => {
  const summit = idOf(world.ids.partners, SUMMIT);
  const path = `**/clients?partnerId=${summit}`;
  await page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
  await openCreateTest(page);
  await choose(page, 'Partner', HARBOR, LAKESHORE, SUMMIT);
  await choose(page, 'Client', 'All');
  await choose(page, 'Office', 'All');
  await expect(picker(page, 'Client')).toHaveText('All6');
  await expect(picker(page, 'Office')).toHaveText('All13');
  const word = page.getByText(`Could not load the clients of ${SUMMIT}.`);
  await expect(word).toBeVisible();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(recipientsLine(page)).toHaveText(
    '13 offices × 9 phones = 117 messages of 1 segment, excluding those that could not be loaded',
  );
  await expectAccessible(page);
  await page.unroute(path);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(picker(page, 'Client')).toHaveText('All8');
  await expect(recipientsLine(page)).toHaveText('18 offices × 9 phones = 162 messages of 1 segment');
  await expect(word).toBeHidden();
  await expectComplaints(
    complaints,
    /status of 500/,
    new RegExp(`Failed to load the clients of partner ${summit}`),
  );
});

test('CREATE-14, DATA-9, DATA-10 all partners load and select every client and office at once, with a message until it succeeds', async ({
  console: page,
  complaints,
}) => {
  const path = '**/api/directory';
  await page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
  await openCreateTest(page);
  await choose(page, 'Partner', 'All');
  const word = page.getByText('Could not load the clients and offices.');
  await expect(word).toBeVisible();
  await page.unroute(path);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(picker(page, 'Client')).toHaveText('All8');
  await expect(picker(page, 'Office')).toHaveText('All18');
  await expect(picker(page, 'Partner')).toHaveText('All3');
  await expect(word).toBeHidden();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(recipientsLine(page)).toHaveText('18 offices × 9 phones = 162 messages of 1 segment');
  expect(asked.filter((one) => /\/(clients|offices|directory)$/.test(one))).toHaveLength(1);
  await expectComplaints(complaints, /status of 500/, /Failed to load the directory/);
});
