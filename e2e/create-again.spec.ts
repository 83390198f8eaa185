/** Create Test pressed repeatedly: one intent creates one test, and text typed in the meantime is kept. */
import type { Page } from '@playwright/test';
import { expect, expectComplaints, test } from './console.ts';
import { choose, createButton, fillIn, messageBox, openCreateTest, recipientsLine } from './create-form.ts';
import { idOf } from './made-tests.ts';

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

test('CREATE-19 keeps text typed while a test is being created, as a new draft', async ({
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
  await openCreateTest(page);
  await expect(messageBox(page)).toHaveValue('Typed meanwhile, and after');
});

test('CREATE-14 recipients that fail to load during submission are not silently left out', async ({
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
  // After the warning, submitting is allowed.
  await createButton(page).click();
  await expect(alert(page)).toContainText('The server could not be reached.');
  expect(sent).toBe(1);
  await expectComplaints(complaints, /status of 404/, /ERR_FAILED/, /Failed to (load|create)/);
});
