/** The Tests list: choosing tests, and deleting, stopping, duplicating and exporting the chosen ones. */
import { readFile } from 'node:fs/promises';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import {
  action,
  alert,
  all,
  bar,
  box,
  followWrites,
  holdClock,
  notice,
  OFFICE,
  plan,
  readTest,
  run,
} from './chosen-tests.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { answerList, rowOf, rows, table } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { installClock } from './page-clock.ts';
import { DAILY_LATER } from './planned-tests.ts';
import { cell, sumLine, textBox } from './several-form.ts';

test('OVERVIEW-2 selected tests stay selected over pages, filters and live updates, and the bar moves no row', async ({
  console: page,
  world,
}) => {
  const made = (await plan(world, 'heron', 12)).toReversed();
  await page.goto('/tests?text=heron');
  await expect(rows(page)).toHaveCount(10);
  const placeOf = async (testId: number) => (await rowOf(page, testId).boundingBox())?.y;
  const [first = 0, , , fourth = 0] = made;
  const before = await placeOf(fourth);
  await box(page, first).click();
  await expect(bar(page)).toContainText('1 test selected');
  expect(await placeOf(fourth)).toBe(before);
  await box(page, fourth).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 tests selected');
  await expect(all(page)).toHaveJSProperty('indeterminate', true);

  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(all(page)).not.toBeChecked();
  await all(page).check();
  await expect(bar(page)).toContainText('6 tests selected');
  await page.getByRole('button', { name: 'Page 1' }).click();
  await expect(box(page, fourth)).toBeChecked();
  await page.getByRole('searchbox').fill('heron 12');
  await expect(rows(page)).toHaveCount(1);
  await expect(box(page, first)).toBeChecked();
  const [added] = await plan(world, 'heron 12 too', 1);
  await expect(rowOf(page, added)).toBeVisible();
  await expect(box(page, added)).not.toBeChecked();
  await expect(bar(page)).toContainText('6 tests selected');

  // By keyboard: Space selects, Escape deselects all.
  await box(page, added).focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('7 tests selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(table(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(box(page, added)).toBeFocused();
});

test('OVERVIEW-2 deleted rows disappear at once and can be restored; after 10 seconds the server deletes, and a refused one returns with the reason', async ({
  console: page,
  complaints,
  world,
}) => {
  const clock = await installClock(page);
  const [kept, gone, ...others] = await plan(world, 'osprey', 3);
  const refused = await run(world, 'osprey that has run');
  const writes = followWrites(page);
  await answerList(page, (one) => ({ ...one, executionStatus: 'UNEXECUTED' }));
  await page.goto('/tests?text=osprey');
  const doomed = [gone ?? 0, refused, ...others];
  for (const testId of doomed) await box(page, testId).check();
  await holdClock(page);
  await action(page, 'Delete').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('1 test');
  await expect(notice(page)).toContainText('3 tests deleted. Undo');
  await expect(notice(page)).toContainText('Final after 10 seconds');
  // They stay hidden when the list is fetched again.
  const [added] = await plan(world, 'osprey added', 1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(rowOf(page, added)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(writes).toEqual([]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(notice(page)).toBeHidden();
  await page.clock.resume();
  await clock.pass(11_000);
  expect(writes).toEqual([]);

  await expect(bar(page)).toContainText('3 tests selected');
  await action(page, 'Delete').click();
  await expect(rows(page)).toHaveCount(2);
  await clock.pass(10_000);
  await expect(alert(page)).toContainText(`Failed to delete test ${refused} “osprey that has run”.`);
  await expect(alert(page)).toContainText('execution status');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(rowOf(page, refused)).toBeVisible();
  await expect(rowOf(page, kept)).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  expect(writes.sort()).toEqual(doomed.map((testId) => `DELETE ${testId}`).sort());
  for (const testId of [gone ?? 0, ...others]) expect(await readTest(world.request, testId)).toBeNull();
  await expectComplaints(complaints, /status of 409/, /status: 409/);
});

test('OVERVIEW-2 pending actions are carried out at once when another screen is opened, and when the page is closed', async ({
  console: page,
  world,
}) => {
  const [one, other] = await plan(world, 'curlew', 2);
  await page.goto('/tests?text=curlew');
  await box(page, one).check();
  await action(page, 'Delete').click();
  await expect(notice(page)).toContainText('1 test deleted.');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
  await expect.poll(() => readTest(world.request, one)).toBeNull();

  await page.goto('/tests?text=curlew');
  await box(page, other ?? 0).check();
  const token = page.waitForResponse('**/api/csrf');
  await action(page, 'Delete').click();
  await token;
  await expect(page.getByText('You deleted all tests on this page.')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => readTest(world.request, other ?? 0)).toBeNull();
});

test('OVERVIEW-2 stopped recurrences show at once and can be undone; a further action carries them out', async ({
  console: page,
  world,
}) => {
  const clock = await installClock(page);
  const [one, two] = await plan(world, 'plover', 2, DAILY_LATER);
  const [once] = await plan(world, 'plover once', 1);
  const writes = followWrites(page);
  await page.goto('/tests?text=plover');
  await expect(rows(page)).toHaveCount(3);
  await all(page).check();
  // What is not drawn yet waits for the clock.
  await expect(action(page, 'Stop recurrence of 2 of 3')).toBeVisible();
  await holdClock(page);
  await action(page, 'Stop recurrence of 2 of 3').click();
  await expect(notice(page)).toContainText('2 recurrences stopped. Undo');
  await expect(rowOf(page, one)).not.toContainText('Recurrence: Active');
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, one)).toContainText('Recurrence: Active');

  await action(page, 'Stop recurrence of 2 of 3').click();
  await box(page, one).uncheck();
  await box(page, two ?? 0).uncheck();
  await action(page, 'Delete').click();
  await expect(notice(page)).toContainText('1 test deleted. Undo');
  await expect.poll(() => writes.toSorted()).toEqual([`POST ${one}`, `POST ${two}`].sort());
  await expect.poll(async () => (await readTest(world.request, one))?.recurrenceActive).toBe(false);
  expect(await readTest(world.request, once)).not.toBeNull();
  await page.clock.resume();
  await clock.pass(10_000);
  await expect.poll(() => readTest(world.request, once)).toBeNull();
  await expect(rowOf(page, one)).toContainText('N/A');
});

test('OVERVIEW-2 an action that applies to only some of the tests says so, and one that applies to none says why', async ({
  console: page,
  world,
}) => {
  const [planned] = await plan(world, 'godwit', 1);
  const done = await run(world, 'godwit that has run');
  await page.goto('/tests?text=godwit');
  await all(page).check();
  const remove = action(page, 'Delete 1 of 2');
  await remove.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(remove).toHaveAccessibleDescription('1 has already run');
  await box(page, planned).uncheck();
  await expect(action(page, 'Delete')).toHaveAttribute('aria-disabled', 'true');
  // Playwright does not click what is aria-disabled.
  await action(page, 'Delete').press('Enter');
  await expect(alert(page)).toContainText('Cannot delete test. Test has execution status: DELIVERED.');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(rowOf(page, done)).toBeVisible();
});

test('OVERVIEW-2 Duplicate opens Create several with the selected tests, and names those it cannot copy', async ({
  console: page,
  world,
}) => {
  const [one, two] = await plan(world, 'dunlin, "two"', 2);
  const [recurring] = await plan(world, 'dunlin daily', 1, DAILY_LATER);
  const writes = followWrites(page);
  await page.goto('/tests?text=dunlin');
  await expect(rows(page)).toHaveCount(3);
  await all(page).check();
  await action(page, 'Duplicate 2 of 3').click();
  await page.waitForURL('**/create-tests/several');
  await expect(page.getByRole('status').filter({ hasText: 'Copied from 2 tests.' })).toContainText(
    `Left out, because this screen cannot copy it: test ${recurring} (recurring).`,
  );
  await expect(sumLine(page)).toHaveText('2 tests are ready: 2 messages.');
  await expect(cell(page, 2, 'Message')).toContainText('dunlin, "two" 2');
  await expect(cell(page, 3, 'Message')).toContainText('dunlin, "two" 1');
  await expect(cell(page, 2, 'Offices')).toHaveText(`1 office${OFFICE}`);
  await expect(cell(page, 2, 'When')).toHaveText('01/05/2099 12:30 PST');
  expect(writes).toEqual([]);

  // What is written there is not replaced silently, and one test opens Create Test.
  await textBox(page).fill('message\nMine');
  await page.goto(`/create-tests/several?from=${one},${two}`);
  await alert(page).getByRole('button', { name: 'Keep my text' }).click();
  await expect(textBox(page)).toHaveValue('message\nMine');
  await page.goto('/tests?text=dunlin');
  await box(page, recurring).check();
  await action(page, 'Duplicate').click();
  await expect(page.getByText(`Copied from test ${recurring}.`)).toBeVisible();
});

test('OVERVIEW-2 Export downloads one CSV with the logs of the selected tests', async ({
  console: page,
  world,
}) => {
  const [one, left, two] = [
    await run(world, 'whimbrel one'),
    await run(world, 'whimbrel left'),
    await run(world, 'whimbrel two'),
  ];
  await page.goto('/tests?text=whimbrel');
  await box(page, one).check();
  await box(page, two).check();
  const downloaded = page.waitForEvent('download');
  await bar(page).getByRole('link', { name: 'Export' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^test-logs-2-tests-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const testIds = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));
  expect(testIds).toEqual([one, two]);
  expect(testIds).not.toContain(left);
});

test('OVERVIEW-2 cards have a checkbox each and one for all; bar and notice are accessible in light and dark', async ({
  console: page,
  world,
}) => {
  for (const [width, word] of [
    [1440, 'sanderling'],
    [390, 'turnstone'],
  ] as const) {
    const [one] = await plan(world, word, 3);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/tests?officeId=${idOf(world.ids.offices, OFFICE)}&text=${word}`);
    await all(page).click();
    await expect(bar(page)).toContainText('3 tests selected');
    await expect(all(page)).toBeInViewport();
    await expectAccessibleInBoth(page);
    await box(page, one).click();
    await action(page, 'Delete').click();
    await expect(notice(page)).toBeVisible();
    await expect(notice(page).getByRole('button')).toBeFocused();
    await expectNarrow(page);
    await expectAccessible(page);
    await expect(rows(page)).toHaveCount(1);
  }
});
