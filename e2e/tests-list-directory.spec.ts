/** The Tests list and the directory: names come with the tests. */
import { expect, test } from './console.ts';
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
