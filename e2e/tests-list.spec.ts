/** The Tests list: its contents, filtered and paged by the server and controlled by the URL. */
import type { Locator, Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expect, step, test } from './console.ts';
import { answerList, listAddress, openTests, rowAction, rows, table } from './list-screen.ts';
import { idOf, makeTest, untilSettled } from './made-tests.ts';

/** Only the tests of this file use Racine and Milwaukee. */
const CROWD = 'Racine';
const CROWD_SIZE = 12;
const MIXED = 'Milwaukee';

const made = { crowd: [] as Test[], failed: 0, partial: 0 };

test.beforeAll(async ({ world: { request, ids } }) => {
  const failed = await makeTest(request, ids, { from: [MIXED], to: ['Casey'], body: 'Nobody gets it' });
  const partial = await makeTest(request, ids, {
    from: [MIXED],
    to: ['Avery', 'Casey'],
    body: 'One of two gets it',
  });
  const crowd: Test[] = [];
  for (let number = 1; number <= CROWD_SIZE; number += 1) {
    crowd.push(await makeTest(request, ids, { from: [CROWD], to: ['Avery'], body: `Number ${number}` }));
  }
  Object.assign(made, { crowd, failed: failed.testId, partial: partial.testId });
  for (const { testId } of [failed, partial, ...crowd]) await untilSettled(request, testId);
});

function filter(page: Page, name: string): Locator {
  return page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name, exact: true });
}

async function setFilter(page: Page, name: string, value: string): Promise<void> {
  await filter(page, name).click();
  await page.getByRole('listbox', { name }).getByRole('option', { name: value, exact: true }).click();
  await expect(filter(page, name)).toHaveValue(value);
}

async function optionsOf(page: Page, name: string): Promise<string[]> {
  await filter(page, name).click();
  const list = page.getByRole('listbox', { name });
  await expect(list.getByRole('option').first()).toBeVisible();
  const texts = await list.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
}

test('LIST-1 has the title Tests and Refresh, and Create Test opens /create-tests', async ({
  console: page,
}) => {
  await openTests(page);
  await expect(page).toHaveTitle(/^Tests/);
  const asked = page.waitForRequest(/deliverabilitytest\/all/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await asked;
  await page.getByRole('main').getByRole('link', { name: 'Create Test' }).click();
  await page.waitForURL('**/create-tests');
});

test('LIST-2, LIST-5, LIST-6 five filters with their values, each filtering the next, and the text of an empty table', async ({
  console: page,
  world: { ids },
}) => {
  await test.step('LIST-2 five filters, with their values', async () => {
    await openTests(page);
    for (const name of ['Partner', 'Client', 'Office']) await expect(filter(page, name)).toBeVisible();
    expect(await optionsOf(page, 'Execution Status')).toEqual([
      'Delivered',
      'Partially Delivered',
      'Failed',
      'Executing',
      'Unexecuted',
    ]);
    expect(await optionsOf(page, 'Test Type')).toEqual(['Scheduled', 'Immediate', 'Recurring']);

    await page.goto(listAddress({ officeId: idOf(ids.offices, MIXED) }));
    await expect(rows(page)).toHaveCount(2);
    await setFilter(page, 'Execution Status', 'Failed');
    await expect(rows(page)).toHaveText([/^Nobody gets it/]);
    await setFilter(page, 'Execution Status', 'Partially Delivered');
    await expect(rows(page)).toHaveText([/^One of two gets it/]);
    await setFilter(page, 'Test Type', 'Recurring');
    await expect(rows(page)).toHaveText(['No tests found matching the current filters.']);
  });
  await test.step('LIST-5 changing the partner reloads clients and clears client and office; changing the client does so for offices', async () => {
    await openTests(page);
    await setFilter(page, 'Partner', 'Lakeshore Auto Alliance');
    expect(await optionsOf(page, 'Client')).toEqual([
      'Great Lakes Collision',
      'Northside Motors',
      'Prairie Tire & Brake',
    ]);
    await setFilter(page, 'Client', 'Great Lakes Collision');
    expect(await optionsOf(page, 'Office')).toEqual(['Milwaukee', 'Racine']);
    await setFilter(page, 'Office', 'Racine');
    await expect(rows(page)).toHaveCount(10);

    await setFilter(page, 'Client', 'Northside Motors');
    await expect(filter(page, 'Office')).toHaveValue('');
    expect(await optionsOf(page, 'Office')).toEqual(['Evanston', 'Skokie']);
    await setFilter(page, 'Office', 'Skokie');
    await setFilter(page, 'Partner', 'Summit Property Partners');
    await expect(filter(page, 'Client')).toHaveValue('');
    await expect(filter(page, 'Office')).toHaveValue('');
    expect(await optionsOf(page, 'Client')).toEqual(['Alder Street Apartments', 'Keystone Self Storage']);
  });
  await test.step("LIST-6 an empty table says 'No tests found matching the current filters.'", async () => {
    await page.goto(listAddress({ officeId: idOf(ids.offices, 'Provo') }));
    await expect(rows(page)).toHaveText(['No tests found matching the current filters.']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(10);
  });
});

test('LIST-3, EVIDENCE-1 a row describes a test in ten columns, with how much of it arrived and the next instant of a recurrence', async ({
  console: page,
  world: { ids },
}) => {
  await test.step('LIST-3 EVIDENCE-1 a row describes a test in ten columns, with how much of it arrived', async () => {
    await page.goto(listAddress({ officeId: idOf(ids.offices, MIXED) }));
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Select all on this page',
      'Message Content',
      'Test Type',
      'Message Type',
      'Scheduled Next',
      'Partner',
      'Client',
      'Office',
      'Execution Status',
      'Recurring Schedule',
      'Actions',
    ]);
    const cells = rows(page).filter({ hasText: 'One of two gets it' }).getByRole('cell');
    await expect(cells).toHaveText([
      '',
      /^One of two gets it#\d+ · 1 of 2 received · /,
      'Immediate',
      'SMS',
      'N/A',
      'Lakeshore Auto Alliance',
      'Great Lakes Collision',
      MIXED,
      'Partially Delivered',
      'N/A',
      '',
    ]);
    for (const action of ['Update', 'Report of', 'Delete'] as const) {
      await expect(rowAction(cells.last(), action, made.partial)).toBeVisible();
    }
  });
  await step(page, "LIST-3 a recurring test shows its next instant and 'Recurrence: Active'", async () => {
    await answerList(page, (test) => ({
      ...test,
      testType: 'RECURRING',
      recurrenceActive: true,
      nextDue: '2027-01-05T10:30:00.000-08:00',
    }));
    await page.goto(listAddress({ officeId: idOf(ids.offices, MIXED) }));
    const cells = rows(page).first().getByRole('cell');
    // DATA-8
    await expect(cells.nth(4)).toHaveText('01/05/2027 10:30:00');
    await expect(cells.nth(9)).toHaveText('Recurrence: Active');
  });
});

test('LIST-12 ids without names are shown as ids; a test has its status with label and style, or is Unexecuted', async ({
  console: page,
}) => {
  await step(page, 'LIST-12 unknown ids, and a test without a status', async () => {
    await answerList(page, (test) => ({
      ...test,
      partnerId: 901,
      partnerIDs: [901],
      clientIDs: { clientIDs: [902] },
      officeIDs: { officeIDs: [903] },
      names: { partners: [null], clients: [null], offices: [null] },
      executionStatus: null as never,
    }));
    await openTests(page);
    const cells = rows(page).first().getByRole('cell');
    await expect(cells.nth(5)).toHaveText('Partner 901');
    await expect(cells.nth(6)).toHaveText('Client 902');
    await expect(cells.nth(7)).toHaveText('Office 903');
    await expect(cells.nth(8)).toHaveText('Unexecuted');
  });
  await step(page, 'LIST-12 each status has its label and style', async () => {
    const statuses = ['DELIVERED', 'PARTIALLY_DELIVERED', 'FAILED', 'EXECUTING', 'UNEXECUTED'] as const;
    await answerList(page, (test, index) => ({
      ...test,
      executionStatus: statuses[index % statuses.length] ?? 'FAILED',
    }));
    await openTests(page);
    for (const [index, label] of [
      'Delivered',
      'Partially Delivered',
      'Failed',
      'Executing',
      'Unexecuted',
    ].entries()) {
      const badge = rows(page).nth(index).getByText(label, { exact: true });
      await expect(badge).toBeVisible();
      await expect(badge).toHaveClass(new RegExp(`${statuses[index]?.toLowerCase()}_`));
    }
  });
});

test('LIST-4, LIST-13 ten per page, newest first; the server filters and pages, and the URL keeps filters and page', async ({
  console: page,
  world: { ids },
}) => {
  await test.step('LIST-4 shows ten per page, newest first, and any filter change returns to page 1', async () => {
    await page.goto(listAddress({ officeId: idOf(ids.offices, CROWD) }));
    const newestFirst = made.crowd.map(({ testId }) => new RegExp(`#${testId}\\b`)).reverse();
    await expect(rows(page)).toHaveText(newestFirst.slice(0, 10));
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toContainText('1–10 of 12');
    await pages.getByRole('button', { name: 'Next page' }).click();
    await expect(rows(page)).toHaveText(newestFirst.slice(10));
    await expect(pages).toContainText('11–12 of 12');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await setFilter(page, 'Execution Status', 'Delivered');
    await expect(rows(page)).toHaveCount(10);
    expect(new URL(page.url()).searchParams.has('page')).toBe(false);
  });
  await test.step('LIST-13 filters and page live in the URL: the back button and a reload keep them', async () => {
    const office = idOf(ids.offices, CROWD);
    await page.goto(listAddress({ officeId: office }));
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(rows(page)).toHaveCount(2);
    await setFilter(page, 'Execution Status', 'Failed');
    await expect(rows(page)).toHaveText(['No tests found matching the current filters.']);
    await page.goBack();
    await expect(rows(page)).toHaveCount(2);
    await expect(filter(page, 'Execution Status')).toHaveValue('');
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(filter(page, 'Office')).toHaveValue(CROWD);
    await page.goBack();
    await expect(rows(page)).toHaveCount(10);
  });
  await test.step('LIST-13 the server filters and pages: the list requests one page', async () => {
    const office = idOf(ids.offices, CROWD);
    // Not a refresh of the page before.
    const asked = page.waitForRequest(/deliverabilitytest\/all\?.*\bpage=2\b/);
    await page.goto(`${listAddress({ officeId: office })}&page=2&testType=IMMEDIATE`);
    const { searchParams } = new URL((await asked).url());
    expect(Object.fromEntries(searchParams)).toEqual({
      officeId: String(office),
      testType: 'IMMEDIATE',
      page: '2',
      pageSize: '10',
    });
  });
});
