/** The Tests list and the directory: names come with the tests, and filters load entries on demand. */
import { expect, expectComplaints, step, test } from './console.ts';
import { listAddress, openTests, rows } from './list-screen.ts';
import { idOf, makeTest } from './made-tests.ts';

const CROWD = 'Naperville';

test.beforeAll(async ({ world: { request, ids } }) => {
  for (let number = 1; number <= 3; number += 1) {
    await makeTest(request, ids, { from: [CROWD], to: ['Avery'], body: `Named ${number}` });
  }
});

test('DATA-10 neither the list nor the report loads the directory: names come with the tests', async ({
  console: page,
  world,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/(directory.*|partners|clients|offices|deliverabilitytestphones)$/.test(pathname))
      asked.push(pathname + search);
  });
  await openTests(page);
  const officeId = idOf(world.ids.offices, CROWD);
  await page.goto(listAddress({ officeId }));
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(CROWD);
  await expect(page.getByRole('combobox', { name: 'Office' })).toHaveValue(CROWD);
  // The name of the office in the URL's filter.
  expect(asked).toEqual([`/api/directory/search?kind=office&ids=${officeId}&pageSize=100`]);
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Organization' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('LIST-2, LIST-12 a filter searches by an entry’s own or its parent’s name, and shows the id of an unknown entry', async ({
  console: page,
}) => {
  await step(page, 'LIST-2 its own or its parent’s name, and how many more match', async () => {
    await page.route('**/api/directory/search?kind=office&text=pine*', async (route) => {
      const entries = [{ id: 7, name: 'Pine Road', parents: ['Acorn North', 'Acorn'] }];
      await route.fulfill({ json: entries, headers: { 'X-Total-Count': '1001' } });
    });
    await openTests(page);
    const office = page.getByRole('combobox', { name: 'Office' });
    await office.fill('oakland');
    await expect(page.getByRole('option')).toHaveText(['Oakland']);
    await office.fill('pine');
    await expect(page.getByRole('group', { name: 'Acorn North, Acorn' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveText(['Pine Road', '1,000 more: type to narrow the list']);
    await office.fill('nowhere at all');
    await expect(page.getByText('No match')).toBeVisible();
    await office.fill('oakland');
    await page.getByRole('option', { name: 'Oakland' }).click();
    await expect(page).toHaveURL(/officeId=\d+/);
    await expect(office).toHaveValue('Oakland');
  });
  await test.step('LIST-12 a filter by an unknown id shows the id', async () => {
    await page.goto(listAddress({ officeId: 999_999 }));
    await expect(page.getByRole('combobox', { name: 'Office' })).toHaveValue('Office 999999');
  });
});

test('DATA-9 a failed directory search is logged and shown in the filter; the tests stay', async ({
  console: page,
  complaints,
}) => {
  await page.route('**/api/directory/search*', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await openTests(page);
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await expect(page.getByText('Could not be loaded')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expectComplaints(complaints, /status of 404/, /Failed to load the partners/);
});
