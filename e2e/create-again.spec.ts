/** Create Test pressed once and again: what a person means once is made once, and what is typed meanwhile is not lost. */
import type { Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expect, expectComplaints, test } from './console.ts';
import { choose, createButton, fillIn, messageBox, openCreateTest, recipientsLine } from './create-form.ts';
import { idOf, T } from './made-tests.ts';

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

/** How many tests there are of this message. */
async function countOf(page: Page, body: string): Promise<number> {
  const tests = (await (await page.request.get(`${T}/deliverabilitytest/all`)).json()) as Test[];
  return tests.filter(({ messageBody }) => messageBody === body).length;
}

test('CREATE-19 an answer that was lost on its way: pressed again, it is the same test', async ({
  console: page,
  complaints,
}) => {
  await page.addInitScript(() => {
    const fetchForReal = window.fetch;
    let lost = false;
    window.fetch = async (input, init) => {
      const response = await fetchForReal(input, init);
      if (lost || !new Request(input).url.endsWith('/deliverabilitytest/create')) return response;
      lost = true;
      throw new TypeError('the answer was lost');
    };
  });
  await openCreateTest(page);
  await fillIn(page, 'Meant once');
  await createButton(page).click();
  await expect(alert(page)).toContainText('Failed to create test. Please try again.');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await createButton(page).click();
  await expect(alert(page)).toContainText('Test created successfully!');
  expect(await countOf(page, 'Meant once')).toBe(1);
  // The same once more, on purpose, is another one.
  await alert(page).getByRole('button', { name: 'Create another' }).click();
  await messageBox(page).fill('Meant once');
  await createButton(page).click();
  await expect(alert(page)).toContainText('Test created successfully!');
  expect(await countOf(page, 'Meant once')).toBe(2);
  await expectComplaints(complaints, /Failed to create the test/);
});

test('CREATE-19 what is typed while a test is being created is kept, and waits to be sent', async ({
  console: page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/deliverabilitytest/create', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openCreateTest(page);
  await fillIn(page, 'Sent first');
  await createButton(page).click();
  await expect(createButton(page)).toHaveText('Creating Test...');
  await messageBox(page).fill('Typed meanwhile');
  held.resolve();
  await alert(page).getByRole('button', { name: 'Create another' }).click();
  await expect(alert(page)).toBeHidden();
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveValue('Typed meanwhile');
  await page.keyboard.type(', and after');
  await expect(messageBox(page)).toHaveValue('Typed meanwhile, and after');
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(alert(page)).toContainText('Leave without creating the test?');
});

test('CREATE-14 recipients that fail to load while the test is being sent are not left out unsaid', async ({
  console: page,
  world,
  complaints,
}) => {
  const summit = idOf(world.ids.partners, 'Summit Property Partners');
  const held = Promise.withResolvers<void>();
  await page.route(`**/clients?partnerId=${summit}`, async (route) => {
    await held.promise;
    await route.fulfill({ status: 404, body: '{}' });
  });
  let sent = 0;
  await page.route('**/deliverabilitytest/create', (route) => {
    sent += 1;
    return route.abort();
  });
  await openCreateTest(page);
  await choose(page, 'Partner', 'Harbor', 'Lakeshore', 'Summit');
  await expect(recipientsLine(page)).toHaveText('Loading recipients...');
  await createButton(page).click();
  held.resolve();
  await expect(alert(page)).toContainText('Some recipients could not be loaded.');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Could not load the clients of Summit Property Partners.')).toBeVisible();
  expect(sent).toBe(0);
  // Said, it may be done.
  await createButton(page).click();
  await expect(alert(page)).toContainText('The server could not be reached.');
  expect(sent).toBe(1);
  await expectComplaints(complaints, /status of 404/, /ERR_FAILED/, /Failed to (load|create)/);
});
