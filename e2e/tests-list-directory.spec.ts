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
  await expectComplaints(complaints, /status of 404/, /Failed to load the directory/);
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

test('nothing of the list moves when the names come after the tests', async ({ console: page, world }) => {
  const { request, ids } = world;
  await makeTest(request, ids, { from: [CROWD], to: ['Avery'], body: 'Two lines in its cell. '.repeat(12) });
  const held = Promise.withResolvers<void>();
  await page.route(`**${T}/directory`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    const note = (list: PerformanceObserverEntryList) =>
      moved.push(...list.getEntries().map((shift) => (shift as PerformanceEntry & { value: number }).value));
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1350, height: 940 });
  const answer = page.waitForResponse(/deliverabilitytest\/all/);
  await page.goto('/tests');
  await (await answer).finished();
  const drawn = () =>
    page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));
  await drawn();
  held.resolve();
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('navigation', { name: 'Pages of tests' })).toBeVisible();
  await drawn();
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
  // Words that grow by a pixel when their font has come are none.
  expect(moved.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005);
});
