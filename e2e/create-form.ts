/** The Create Test screen by its handles, as its users know them. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { CreateTestBody } from '@textprobe/contract/tests';

export type Picker = 'Partner' | 'Client' | 'Office' | 'Phone Numbers';

export async function openCreateTest(page: Page): Promise<void> {
  await page.goto('/create-tests');
  await expect(page.getByRole('heading', { name: 'Create Test', level: 1 })).toBeVisible();
}

export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

/** Shows what is chosen; pressed, it opens its list. */
export function picker(page: Page, name: Picker): Locator {
  return page.getByRole('combobox', { name, exact: true }).and(page.locator('button'));
}

export async function openPicker(page: Page, name: Picker): Promise<Locator> {
  await picker(page, name).click();
  const list = page.getByRole('listbox', { name, exact: true });
  await expect(list).toBeVisible();
  return list;
}

export async function closePicker(page: Page, name: Picker): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name, exact: true })).toBeHidden();
}

/** Picks, or unpicks, the option with each of these in its label; 'All' is meant exactly. */
export async function choose(page: Page, name: Picker, ...options: string[]): Promise<void> {
  const list = await openPicker(page, name);
  for (const option of options) await optionOf(list, option).click();
  await closePicker(page, name);
}

export function optionOf(list: Locator, option: string): Locator {
  return list.getByRole('option', { name: option, exact: option === 'All' });
}

/** What will be sent, before it is (CREATE-20). */
export function recipientsLine(page: Page): Locator {
  return page.getByRole('form', { name: 'Create Test' }).getByRole('status');
}

export function createButton(page: Page): Locator {
  return page.getByRole('form', { name: 'Create Test' }).getByRole('button', { name: /^Creat/ });
}

/** The message as the preview's handset shows it. */
export function bubble(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Preview' }).locator('p').nth(1);
}

/** One message from Oakland to Avery: the shortest way to a test that can be sent. */
export async function fillIn(page: Page, body: string): Promise<void> {
  await messageBox(page).fill(body);
  await choose(page, 'Partner', 'Harbor Health Group');
  await choose(page, 'Client', 'Bayview Dental');
  await choose(page, 'Office', 'Oakland');
  await choose(page, 'Phone Numbers', 'Avery');
  await expect(recipientsLine(page)).toHaveText('1 office × 1 phone = 1 message of 1 segment');
}

/**
 * The payloads handed to the create call, as the page's own code handed them over: the browser does not tell the parts
 * of a form that are files. Begin before the page is opened.
 */
export async function recordPayloads(page: Page): Promise<readonly CreateTestBody[]> {
  const payloads: CreateTestBody[] = [];
  await page.exposeFunction('notePayload', (content: string) => {
    payloads.push(JSON.parse(content) as CreateTestBody);
  });
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const content = init?.body instanceof FormData ? init.body.get('content') : null;
      if (content instanceof Blob) {
        const { notePayload } = window as unknown as { notePayload: (text: string) => Promise<void> };
        await notePayload(await content.text());
      }
      return send(input, init);
    };
  });
  return payloads;
}
