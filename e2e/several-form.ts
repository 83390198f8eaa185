/** Page object of Create several. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { fillIn, openCreateTest } from './create-form.ts';
import { T } from './made-tests.ts';

/** With a draft of one message from Oakland to Avery. */
export async function openSeveral(page: Page): Promise<void> {
  await openCreateTest(page);
  await fillIn(page, 'The draft');
  await page.getByRole('link', { name: 'Create several' }).click();
  await expect(page.getByRole('heading', { name: 'Create several tests', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 office, 1 phone, sent at once.');
}

export function textBox(page: Page): Locator {
  return page.getByRole('textbox', { name: /^(One message per line|CSV with a header line)$/ });
}

/** The row of a line, by its number. */
function row(page: Page, line: number): Locator {
  return page
    .getByRole('table', { name: 'Preview' })
    .getByRole('row')
    .filter({ has: page.locator('[data-label="Line"]', { hasText: new RegExp(`^${line}$`) }) });
}

export function cell(page: Page, line: number, label: string): Locator {
  return row(page, line).locator(`[data-label="${label}"]`);
}

export function sumLine(page: Page): Locator {
  return page.locator('output').first();
}

export function createButton(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

export async function testsWith(page: Page, body: string): Promise<Test[]> {
  const tests = (await (await page.request.get(`${T}/deliverabilitytest/all`)).json()) as Test[];
  return tests.filter(({ messageBody }) => messageBody.startsWith(body)).reverse();
}

export async function dropCsv(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'tests.csv', { type: 'text/csv' }));
    return data;
  }, text);
  await page
    .getByText('Drop a CSV here, or click to choose')
    .dispatchEvent('drop', { dataTransfer: transfer });
}
