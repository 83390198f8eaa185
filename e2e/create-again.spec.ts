/** Create Test pressed again: what a person means once is made once, whatever becomes of the first answer. */
import type { Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { expect, expectComplaints, test } from './console.ts';
import { createButton, fillIn, messageBox, openCreateTest } from './create-form.ts';
import { T } from './made-tests.ts';

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
