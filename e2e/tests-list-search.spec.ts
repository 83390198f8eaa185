/** Searching the list of tests by text, test id, carrier and dates (OVERVIEW-2). */
import type { Locator, Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { openTests, rowOf, rows } from './list-screen.ts';
import { makeTest, untilSettled } from './made-tests.ts';

/** Words that only the tests of this file use. */
const BODIES = ['Quokka parade at noon', 'A QUOKKA sleeps', 'Wombat parade'] as const;

let made: readonly Test[] = [];
const idAt = (index: number) => made[index]?.testId ?? 0;

test.beforeAll(async ({ world: { request, ids } }) => {
  made = await Promise.all(
    BODIES.map((body, index) =>
      makeTest(request, ids, { from: ['Oakland'], to: [index === 2 ? 'Avery' : 'Harper'], body }),
    ),
  );
  for (const { testId } of made) await untilSettled(request, testId);
});

function bar(page: Page): Locator {
  return page.getByRole('search', { name: 'Filters' });
}

function searchField(page: Page): Locator {
  return bar(page).getByRole('searchbox', { name: 'Search message, test ID or code' });
}

function parameters(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

test('OVERVIEW-2 typing finds the tests with all words or with an id, marks them, and keeps the focus', async ({
  console: page,
}) => {
  await test.step('words', async () => {
    await openTests(page);
    await page.keyboard.press('/');
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type('quokka');
    await expect(rows(page)).toHaveCount(2);
    await expect(rowOf(page, idAt(0)).locator('mark')).toHaveText('Quokka');
    await expect(rowOf(page, idAt(1)).locator('mark')).toHaveText('QUOKKA');
    expect(parameters(page)).toEqual({ text: 'quokka' });
    // The list has reloaded, and the field keeps the focus.
    await page.keyboard.type(' PARADE/');
    await expect(searchField(page)).toHaveValue('quokka PARADE/');
    await page.keyboard.press('Backspace');
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, idAt(0)).locator('mark')).toHaveText(['Quokka', 'parade']);
    await expect(searchField(page)).toBeFocused();
    // Typing made one history entry.
    await page.goBack();
    await expect(searchField(page)).toHaveValue('');
    await expect(rowOf(page, idAt(2))).toBeVisible();
    await page.goForward();
    await expect(searchField(page)).toHaveValue('quokka PARADE');
    await expect(rows(page)).toHaveCount(1);
  });
  await test.step('a test id', async () => {
    await openTests(page);
    await searchField(page).fill(`#${idAt(2)}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, idAt(2)).locator('mark')).toHaveText(`#${idAt(2)}`);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(rowOf(page, idAt(2))).toBeVisible();
    await expect(searchField(page)).toBeFocused();
    expect(parameters(page)).toEqual({});
  });
  await test.step('an empty result offers all tests', async () => {
    await openTests(page);
    await searchField(page).fill('platypus');
    await expect(rows(page)).toContainText(['No test has “platypus” in its message.']);
    await page.getByRole('button', { name: 'Show all tests' }).click();
    await expect(rowOf(page, idAt(2))).toBeVisible();
    await expect(searchField(page)).toHaveValue('');
  });
});

test('OVERVIEW-2 carrier and dates filter behind More filters, and Clear filters clears all', async ({
  console: page,
}) => {
  await page.goto('/tests?text=parade');
  await expect(rows(page)).toHaveCount(2);
  const more = bar(page).getByRole('button', { name: 'More filters' });
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await bar(page).getByRole('combobox', { name: 'Carrier', exact: true }).click();
  await page.getByRole('option', { name: 'T-Mobile', exact: true }).click();
  await expect(rows(page)).toHaveText([/^Quokka parade at noon/]);
  await bar(page).getByLabel('Created from').fill('2020-01-01');
  await bar(page).getByLabel('Created to').fill('2020-12-31');
  await expect(rows(page)).toContainText([
    'No test has “parade” in its message, a phone on T-Mobile, and a creation date from 01/01/2020 to 12/31/2020.',
  ]);
  expect(parameters(page)).toEqual({
    text: 'parade',
    carrier: 'T-Mobile',
    from: '2020-01-01',
    to: '2020-12-31',
  });

  await more.click();
  await expect(more).toHaveText('More filters (3)');
  await page.reload();
  await expect(bar(page).getByLabel('Created to')).toHaveValue('2020-12-31');
  await bar(page).getByLabel('Created to').fill('2019-12-31');
  await expect(bar(page).getByText('Ends before it starts')).toBeVisible();
  await expect(rows(page)).toHaveText(['The dates end before they start. Change one of them.']);
  await page.reload();
  await expect(rows(page)).toHaveText(['The dates end before they start. Change one of them.']);
  await expect(bar(page).getByRole('combobox', { name: 'Carrier', exact: true })).toHaveValue('T-Mobile');

  await bar(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, idAt(2))).toBeVisible();
  await expect(searchField(page)).toHaveValue('');
  expect(parameters(page)).toEqual({});
});

test('OVERVIEW-2 the search has no accessibility violations, and takes one line on a phone', async ({
  console: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTests(page);
  await expect(bar(page).getByRole('combobox', { name: 'Test Type' })).toBeVisible();
  // Four lines of 36 px; three without the search.
  expect((await bar(page).boundingBox())?.height).toBeLessThan(4 * 36 + 4 * 8);
  await page.goto('/tests?text=quokka&carrier=T-Mobile&from=2026-01-01');
  await expect(rows(page).locator('mark').first()).toBeVisible();
  await expect(bar(page).getByRole('combobox', { name: 'Carrier', exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/tests?text=platypus&carrier=T-Mobile&from=2026-01-01');
  await expect(page.getByRole('button', { name: 'Show all tests' })).toBeVisible();
  await expectAccessibleInBoth(page);
});
