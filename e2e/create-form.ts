/** The Create Test screen by its handles, as its users know them. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { CreateTestBody, UpdateTestBody } from '@textprobe/contract/tests';

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

/** What a form handed over: its JSON, and the names of its files. */
export interface SentForm {
  readonly content: CreateTestBody & Pick<UpdateTestBody, 'partnerID' | 'testStatus'>;
  readonly fileNames: readonly string[];
}

/**
 * The forms handed to the create and update calls, as the page's own code handed them over: the browser does not tell
 * the parts of a form that are files. Begin before the page is opened.
 */
export async function recordForms(page: Page): Promise<readonly SentForm[]> {
  const forms: SentForm[] = [];
  await page.exposeFunction('noteForm', (content: string, fileNames: string[]) => {
    forms.push({ content: JSON.parse(content) as SentForm['content'], fileNames });
  });
  await page.addInitScript(() => {
    const { noteForm } = window as unknown as { noteForm: (text: string, names: string[]) => Promise<void> };
    const note = async (body: unknown) => {
      const content = body instanceof FormData ? body.get('content') : null;
      if (!(body instanceof FormData) || !(content instanceof Blob)) return;
      const names = body.getAll('files').map((file) => (file as File).name);
      await noteForm(await content.text(), names);
    };
    const fetchForReal = window.fetch;
    window.fetch = async (input, init) => {
      await note(init?.body);
      return fetchForReal(input, init);
    };
    const sendForReal = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function send(body) {
      void note(body);
      sendForReal.call(this, body);
    };
  });
  return forms;
}

/** SMS or MMS, or the kind of schedule. */
export async function pick(
  page: Page,
  name: 'SMS' | 'MMS' | 'Immediate' | 'Schedule for Later' | 'Recurring',
) {
  const radio = page.getByRole('radio', { name, exact: true });
  // `check` looks at once whether it is checked; on a busy machine the form has not drawn it by then.
  await radio.click();
  await expect(radio).toBeChecked();
}

export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function chooseFiles(page: Page, ...files: ChosenFile[]): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles(files);
}

/** Files as if they had been dragged there from a folder. */
export async function dropFiles(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (told) => {
      const data = new DataTransfer();
      for (const { name, type, size } of told)
        data.items.add(new File([new Uint8Array(size)], name, { type }));
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, size: buffer.length })),
  );
  await page.getByLabel('Choose files').dispatchEvent('drop', { dataTransfer: transfer });
}

/** A chosen file, a kept one or a link, by its name. */
export function mediaRow(page: Page, name: string): Locator {
  const lists = page.getByRole('list', { name: /^(?:Files|Links)$/ });
  return lists.getByRole('listitem').filter({ hasText: name });
}

export function alert(page: Page): Locator {
  return page.getByRole('alertdialog');
}
