/** From an empty installation to the first sent test (DIR-4). A separate program without the demo, and a carrier of its own. */
import type { Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { type Carrier, startCarrier } from './carrier.ts';
import { test as base, expect, expectComplaints, expectNarrow, type WorkerFixtures } from './console.ts';
import { createButton, messageBox, recipientsLine } from './create-form.ts';
import { act, confirm, openDirectory } from './directory-screen.ts';
import { button, fillAccount } from './gateway-form.ts';
import { proofLine, shownValue, startPairing } from './pair-screen.ts';
import { field, group, openPalette } from './palette-page.ts';
import { PASSWORD, startProgram, USERNAME } from './program.ts';
import { executions } from './report-screen.ts';

const test = base.extend<object, WorkerFixtures & { readonly carrier: Carrier }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram({ DEMO: '0' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  carrier: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const carrier = await startCarrier();
      await use(carrier);
      await carrier.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.describe.configure({ mode: 'serial' });

async function logInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log In').click();
}

const step = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** From its list in the directory. */
async function retire(page: Page, kind: 'partners' | 'phones', name: string): Promise<void> {
  await openDirectory(page, kind);
  await act(page, name, 'Retire');
  await confirm(page, 'Retire');
  await expect(page.getByText(`Retired ${name}.`)).toBeVisible();
}

/** As a phone with this key posts the newest message, with the text as it was sent. */
async function reportNewest(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  const logs = await page.request.get('/api/tests/sm/v1/deliverabilitytestlogs/all');
  const [newest] = ((await logs.json()) as { testLogID: number; sent: { text: string } }[]).toSorted(
    (one, other) => other.testLogID - one.testLogID,
  );
  const data = { messageCode: newest?.sent.text };
  const reported = await page.request.post(url, { headers: { Authorization: `Bearer ${key}` }, data });
  expect(reported.status(), await reported.text()).toBe(200);
}

const menuLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'First steps' });

test('DIR-4 an operator sees which steps wait for an administrator', async ({ page, program }) => {
  const settings = { DATA_DIR: program.dataDir, ADMIN_PASSWORD: PASSWORD, DEMO: '0' };
  expect(await runProgram(['account', 'add', 'oda', 'operator'], { settings })).toMatchObject({ code: 0 });
  await logInAs(page, 'oda');
  await page.waitForURL('**/create-tests');
  await menuLink(page).click();
  await expect(step(page, 'Who do you send for?')).toContainText('Waiting for an administrator');
  await expect(step(page, 'Which gateway sends?')).toContainText('Waiting for an administrator');
  await expect(step(page, 'Which phone receives?')).toContainText('Later');
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('DIR-4 PAIR-2 by mouse, an administrator gets from the login to a paired phone and the first received message', async ({
  page,
  carrier,
  complaints,
}) => {
  await logInAs(page, USERNAME);
  await page.waitForURL('**/first-steps');
  const office = step(page, 'Who do you send for?');
  await expect(office).toContainText('Now');
  await expect(step(page, 'Which phone receives?')).toContainText('Later');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await button(page, 'Create all three').click();
  await expect(textbox(page, 'Partner')).toBeFocused();
  await expect(textbox(page, 'Partner')).toHaveAccessibleDescription('Enter a name.');
  await expect(textbox(page, 'Phone number of the office')).toHaveAccessibleDescription(
    /^Write the number with its country code/,
  );
  await expectComplaints(complaints, /status of 422/, /Failed to create the office/);
  await textbox(page, 'Partner').fill('Harbor Health Group');
  await textbox(page, 'Client').fill('Bayview Dental');
  await textbox(page, 'Office').fill('Oakland');
  await textbox(page, 'Phone number of the office').fill('(510) 555-0101');
  await button(page, 'Create all three').click();
  await expect(office).toContainText('DoneOakland can send tests.');

  await textbox(page, 'Name').fill('Pixel');
  // One of the carrier's phones.
  await textbox(page, 'Phone number').fill('213 555 0181');
  await page.getByRole('combobox', { name: 'Carrier' }).fill('AT&T');
  await expectAccessible(page);
  await button(page, 'Create').click();
  await expect(step(page, 'Which phone receives?')).toContainText('DonePixel receives');

  await page.getByRole('link', { name: 'Set up a gateway' }).click();
  await fillAccount(page, 'acme', carrier.port);
  await button(page, 'Add gateway').click();
  await page.waitForURL('**/first-steps');
  await expect(step(page, 'Which gateway sends?')).toContainText('Doneacme is set up.');

  await page.getByRole('link', { name: 'Pair this phone' }).click();
  await startPairing(page, 'Anything that can post');
  await button(page, 'Show the settings here').click();
  const handset = {
    url: await shownValue(page, 'URL').innerText(),
    key: await shownValue(page, 'Key').innerText(),
  };
  await button(page, 'Send the text').click();
  await expect(proofLine(page, 'Carrier says delivered')).toContainText(/\d\d:\d\d:\d\d/);
  await reportNewest(page, handset);
  await expect(
    page.getByRole('heading', { name: 'This phone is paired: its reports arrive.' }),
  ).toBeVisible();
  await menuLink(page).click();

  await page.getByRole('link', { name: 'Create the first test' }).click();
  await expect(recipientsLine(page)).toContainText('1 office × 1 phone = 1 message');
  await expect(page).toHaveURL(/\/create-tests$/);
  await expect(menuLink(page)).toBeVisible();
  await messageBox(page).fill('Hello from Oakland');
  await createButton(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open report' }).click();
  await expect(executions(page).first()).toContainText(/carrier confirmed|delivered/i);
  await reportNewest(page, handset);
  await expect(executions(page).first()).toContainText(/received/i);
  await expect(menuLink(page)).toHaveCount(0);
});

test('DIR-4 a complete installation skips the steps, a step whose entry was retired is open again, and a phone is paired by keyboard', async ({
  page,
}) => {
  await logInAs(page, USERNAME);
  await page.waitForURL('**/create-tests');
  await retire(page, 'phones', 'Pixel');
  await retire(page, 'partners', 'Harbor Health Group');
  await menuLink(page).press('Enter');

  await expect(step(page, 'Which gateway sends?')).toContainText('Done');
  await textbox(page, 'Partner').press('Control+a');
  await page.keyboard.type('Lakeshore Auto');
  for (const text of ['Lakeshore East', 'Milwaukee', '+14145550100']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  const name = textbox(page, 'Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('Moto');
  await page.keyboard.press('Tab');
  await page.keyboard.type('213 555 0182');
  await page.keyboard.press('Tab');
  await page.keyboard.type('AT&T');
  await page.keyboard.press('Enter');
  await expect(step(page, 'Which phone receives?')).toContainText(
    'Moto receives, and reports once it is paired',
  );
  await expect(step(page, 'Send the first test')).toContainText('Done');

  await page.getByRole('link', { name: 'Pair this phone' }).press('Enter');
  await page.getByRole('radio', { name: /^SMS Gateway for Android/ }).press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^Anything that can post/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await button(page, 'Show the settings here').press('Enter');
  const url = await shownValue(page, 'URL').innerText();
  const key = await shownValue(page, 'Key').innerText();
  await button(page, 'Send the text').press('Enter');
  await expect(proofLine(page, 'Carrier says delivered')).toContainText(/\d\d:\d\d:\d\d/);
  await reportNewest(page, { url, key });
  await expect(
    page.getByRole('heading', { name: 'This phone is paired: its reports arrive.' }),
  ).toBeVisible();
});

test('DIR-4 the steps can be hidden, and the search finds them again', async ({ page }) => {
  await logInAs(page, USERNAME);
  await page.waitForURL('**/create-tests');
  await retire(page, 'phones', 'Moto');
  await menuLink(page).click();
  await button(page, 'Hide first steps').click();
  await expect(menuLink(page)).toHaveCount(0);
  await button(page, 'Logout').click();
  await logInAs(page, USERNAME);
  await page.waitForURL('**/create-tests');
  await expect(page.getByRole('heading', { name: 'Create Test', level: 1 })).toBeVisible();
  await openPalette(page, 'first steps');
  await expect(group(page, 'Screens')).toHaveText([/First steps/]);
  await field(page).press('Enter');
  await page.waitForURL('**/first-steps');
  await expect(step(page, 'Which phone receives?')).toContainText('Now');
  await button(page, 'Show in the menu').click();
  await expect(menuLink(page)).toBeVisible();
});
