/** Create Test: partners, clients, offices and phones, each selection filtering the next. */
import type { Locator } from '@playwright/test';
import { expect, test } from './console.ts';
import {
  choose,
  closePicker,
  openCreateTest,
  openEmptyForm,
  openPicker,
  optionOf,
  picker,
} from './create-form.ts';

const HARBOR = 'Harbor Health Group';
const SUMMIT = 'Summit Property Partners';
const LAKESHORE = 'Lakeshore Auto Alliance';

function options(list: Locator): Locator {
  return list.getByRole('option');
}

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
