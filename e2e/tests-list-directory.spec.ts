/** The Tests list and the directory: asked for whole, once, and the list is there without it. */
import { expect, expectComplaints, test } from './console.ts';
import { listAddress, openTests, rows } from './list-screen.ts';
import { idOf, makeTest, T } from './made-tests.ts';

const CROWD = 'Naperville';

test.beforeAll(async ({ world: { request, ids } }) => {
  for (let number = 1; number <= 10; number += 1) {
    await makeTest(request, ids, { from: [CROWD], to: ['Avery'], body: `Named ${number}` });
  }
});

test('DATA-9 a directory that cannot be loaded is logged: the tests are there, by the ids of whom they are sent for', async ({
  console: page,
  complaints,
}) => {
  await page.route(`**${T}/directory`, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await openTests(page);
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first().getByRole('cell').nth(4)).toHaveText(/^Partner \d+/);
  expectComplaints(complaints, /status of 404/, /Failed to load the directory/);
});

test('DATA-10 the list asks for the directory once, whole, and the report after it not again', async ({
  console: page,
  world,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(directory|partners|clients|offices|deliverabilitytestphones)$/.test(pathname))
      asked.push(pathname);
  });
  await openTests(page);
  await page.goto(listAddress({ officeId: idOf(world.ids.offices, CROWD) }));
  await expect(rows(page)).toHaveCount(10);
  expect(asked).toEqual([`${T}/directory`, `${T}/directory`]);
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Organization' })).toBeVisible();
  expect(asked).toHaveLength(2);
});
