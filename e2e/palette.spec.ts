/** The command palette and the list of keyboard shortcuts (OVERVIEW-2). */
import type { Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, step, test } from './console.ts';
import { messageBox, openCreateTest } from './create-form.ts';
import { openTests, rowOf } from './list-screen.ts';
import { makeDeafGateway, removeMadeGateways } from './made-gateways.ts';
import { idOf, makeTest } from './made-tests.ts';
import { active, dialog, field, group, moveTo, openPalette } from './palette-page.ts';

/** A word that only the tests of this file use. */
const WORD = 'Numbat';
const LIST = '**/deliverabilitytest/all*';

let made: readonly Test[] = [];
const idAt = (index: number) => made[index]?.testId ?? 0;

test.beforeAll(async ({ world: { request, ids } }) => {
  const oakland = { from: ['Oakland'], to: ['Harper'] };
  made = await Promise.all(
    ['walks', 'runs', 'eats', 'digs', 'naps', 'climbs'].map((verb) =>
      makeTest(request, ids, { ...oakland, body: `${WORD} ${verb}` }),
    ),
  );
});

/** @returns lets the calls through */
async function holdAnswer(page: Page, url: string): Promise<() => void> {
  const mayAnswer = Promise.withResolvers<void>();
  await page.route(url, (route) => mayAnswer.promise.then(() => route.continue()));
  return mayAnswer.resolve;
}

test('OVERVIEW-2 Ctrl+K opens the palette and closes it, and nothing is lost', async ({ console: page }) => {
  await step(page, 'nothing typed is lost, however fast, and Enter waits for a result', async () => {
    await openTests(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('analyt');
    await expect(field(page)).toHaveValue('analyt');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reports');
    await expect(page.getByRole('heading', { name: 'Reports and Analytics', level: 1 })).toBeFocused();
    await expect(dialog(page)).toHaveCount(0);

    const answer = await holdAnswer(page, LIST);
    await openPalette(page, `${WORD} naps`);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('status')).toHaveText('Searching...');
    answer();
    await page.waitForURL(`**/test-report/${idAt(4)}`);
  });
  await test.step('Ctrl+K, also in a field, Escape and the button; the focus returns', async () => {
    await openCreateTest(page);
    await messageBox(page).fill('Half a message');
    await openPalette(page);
    await expect(group(page, 'Screens')).toHaveText([
      'Tests',
      'Analytics',
      'Create Test',
      'Create several',
      'Gateways',
      'Directory',
      'Settings',
      'Accounts',
      'Audit trail',
      'Handset keys',
      'First steps',
    ]);
    await expect(active(page)).toHaveText('Tests');
    await page.keyboard.press('Control+k');
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.type('!');
    await expect(messageBox(page)).toHaveValue('Half a message!');
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();

    const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search…' });
    await expect(button).toHaveText('Search…CtrlK');
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.mouse.click(5, 5);
    await expect(dialog(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test('OVERVIEW-2 tests, offices, phones and gateways are found by words or number, and opened by keyboard', async ({
  console: page,
  world: { request, ids },
}) => {
  await test.step('a test', async () => {
    await openTests(page);
    await openPalette(page, WORD.toLowerCase());
    await expect(group(page, 'Tests')).toHaveCount(6);
    await expect(group(page, 'Tests').last()).toHaveText(`Show all 6 tests with “${WORD.toLowerCase()}”`);
    await expect(group(page, 'Tests').first().locator('mark')).toHaveText(WORD);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tests?text=${WORD.toLowerCase()}`);
    await expect(rowOf(page, idAt(0))).toBeVisible();

    await openPalette(page, `#${idAt(0)}`);
    await expect(group(page, 'Tests').first()).toContainText(
      new RegExp(`^${WORD} walks #${idAt(0)} · .* · Oakland$`),
    );
    await moveTo(page, group(page, 'Tests').first());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/test-report/${idAt(0)}`);
    await expect(page.getByRole('heading', { name: /^Test Report/, level: 1 })).toBeFocused();
  });
  await test.step('an office, a phone and a gateway', async () => {
    const gateway = await makeDeafGateway(request, 'numbat link');
    await openTests(page);
    await openPalette(page, 'oakl bayv');
    await expect(group(page, 'Offices')).toContainText(['Oakland Bayview Dental, Harbor Health Group']);
    await moveTo(page, group(page, 'Offices').first());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tests?officeId=${idOf(ids.offices, 'Oakland')}`);

    await openPalette(page, 'HARPER');
    await expect(group(page, 'Phones')).toContainText([/^Harper \+1\d+ · T-Mobile/]);
    await moveTo(page, group(page, 'Phones').first());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/directory/phones/${idOf(ids.phones, 'Harper')}`);

    await openPalette(page, 'numbat smpp');
    await expect(group(page, 'Gateways')).toContainText([/^numbat link SMPP/]);
    await moveTo(page, group(page, 'Gateways').first());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/gateways/${gateway}`);
    await removeMadeGateways(request);
  });
});

test('OVERVIEW-2 arrow keys, Home and End move the selection, a late answer does not, and actions run', async ({
  console: page,
}) => {
  await openTests(page);
  const answer = await holdAnswer(page, LIST);
  await openPalette(page, 'e');
  await expect(dialog(page).getByRole('status')).toHaveText('Searching...');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText('Create several');
  answer();
  await expect(group(page, 'Tests').first()).toBeVisible();
  await expect(active(page)).toHaveText('Create several');
  await page.keyboard.press('Home');
  await expect(active(page)).toHaveText('Tests');
  await page.keyboard.press('ArrowUp');
  await expect(dialog(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true');

  await field(page).fill('dark');
  await expect(active(page)).toHaveText('Use dark colors');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(dialog(page)).toHaveCount(0);
  await openPalette(page, 'platypus');
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing found for “platypus”.');
});

test('OVERVIEW-2 an old answer never replaces a newer one, and a failed search says so and can be retried', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'an old answer', async () => {
    await openTests(page);
    const isAsked = page.waitForRequest((request) =>
      request.url().endsWith('text=numbat+digs&page=1&pageSize=5'),
    );
    const answer = await holdAnswer(page, '**/deliverabilitytest/all?text=numbat+digs*');
    await openPalette(page, 'numbat digs');
    await isAsked;
    await field(page).fill('numbat eats');
    await expect(group(page, 'Tests')).toContainText([`${WORD} eats`]);
    answer();
    await expect(dialog(page).getByRole('status')).toHaveText('1 result');
    await expect(group(page, 'Tests')).toContainText([`${WORD} eats`]);
  });
  await step(page, 'a failed search', async () => {
    await openTests(page);
    // Not the list behind it.
    const search = '**/deliverabilitytest/all?text=oakland*';
    await page.route(search, (route) => route.fulfill({ status: 500, body: '' }));
    await openPalette(page, 'oakland');
    const failure = dialog(page).getByRole('option', { name: 'The tests could not be searched. Try again' });
    await expect(failure).toBeVisible();
    await expect(group(page, 'Offices')).toContainText(['Oakland']);
    await expectComplaints(complaints, /status of 500/, /Failed to search for “oakland”/);
    await page.unroute(search);
    await moveTo(page, failure);
    await page.keyboard.press('Enter');
    await expect(failure).toHaveCount(0);
    await expect(group(page, 'Offices')).toContainText(['Oakland']);
    await expect(field(page)).toBeFocused();
  });
});

test('OVERVIEW-2 ? lists the shortcuts, and on a Mac they have ⌘', async ({ console: page }) => {
  await test.step('? lists them, but not from a field or over another dialog', async () => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await openCreateTest(page);
    await messageBox(page).press('?');
    await expect(messageBox(page)).toHaveValue('?');
    await expect(sheet).toHaveCount(0);
    await openPalette(page, '?');
    await expect(field(page)).toHaveValue('?');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);

    const heading = page.getByRole('heading', { name: 'Create Test', level: 1 });
    await heading.focus();
    await page.keyboard.press('?');
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
    for (const words of ['Create or saveCtrlEnter', 'Go to the next messagej', 'Search the list/']) {
      await expect(sheet).toContainText(words);
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(heading).toBeFocused();

    await openPalette(page, 'keyboard');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(sheet).toHaveCount(0);
  });
  await test.step('on a Mac Ctrl+K stays a key of the text field', async () => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'platform', { get: () => 'MacIntel' }),
    );
    await openTests(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Meta+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Meta+k');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Search…' })).toHaveText(
      'Search…⌘K',
    );
  });
});

test('OVERVIEW-2 leaving a changed form through the palette asks first, and so does logging out', async ({
  console: page,
}) => {
  await page.goto('/gateways/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('half a gateway');
  await openPalette(page, 'analytics');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Leave without adding the gateway?');
  // The question is answered first.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').or(question)).toHaveCount(1);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('half a gateway');
  await expect(name).toBeFocused();

  await openPalette(page, 'log out');
  await page.keyboard.press('Enter');
  await expect(question).toContainText('Log out and discard unsent work?');
  await question.getByRole('button', { name: 'Stay' }).click();
  await openPalette(page, 'analytics');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/reports');
});

test('OVERVIEW-2 palette and shortcuts have no accessibility violations, wide and narrow, light and dark', async ({
  console: page,
}) => {
  await openTests(page);
  // Narrow dialogs have the same colors.
  for (const [width, expectNoViolations] of [
    [1440, () => expectAccessibleInBoth(page)],
    [390, () => expectAccessible(page, { contrast: 'skip' })],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Search…' }).click();
    await field(page).fill('a');
    await expect(group(page, 'Tests').first()).toBeVisible();
    await expect(group(page, 'Phones').first()).toBeVisible();
    await expectNoViolations();
    await expectNarrow(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Report');
    await expectNoViolations();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
