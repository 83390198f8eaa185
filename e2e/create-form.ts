/** Page object of Create Test. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { CreateTestBody, UpdateTestBody } from '@textprobe/contract/tests';

export type Picker = 'Partner' | 'Partners' | 'Client' | 'Office' | 'Phone Numbers';

export async function openCreateTest(page: Page): Promise<void> {
  await page.goto('/create-tests');
  await expect(page.getByRole('heading', { name: 'Create Test', level: 1 })).toBeVisible();
}

/** Opens Create Test without the draft of the test's earlier steps. */
export async function openEmptyForm(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await openCreateTest(page);
}

export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

/** Shows the selection; a click opens the list. */
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
  // The library returns the focus a moment later, away from whatever is typed into by then.
  await expect(picker(page, name)).toBeFocused();
}

/** Toggles the options whose labels contain these texts; 'All' must match exactly. */
export async function choose(page: Page, name: Picker, ...options: string[]): Promise<void> {
  const list = await openPicker(page, name);
  for (const option of options) await optionOf(list, option).click();
  await closePicker(page, name);
}

export function optionOf(list: Locator, option: string): Locator {
  return list.getByRole('option', { name: option, exact: option === 'All' });
}

/** The summary before submission (CREATE-20). */
export function recipientsLine(page: Page): Locator {
  return page.getByRole('form', { name: 'Create Test' }).locator('output');
}

export function createButton(page: Page): Locator {
  return page.getByRole('form', { name: 'Create Test' }).getByRole('button', { name: /^Creat/ });
}

/** The message in the preview. */
export function bubble(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Preview' }).locator('p').nth(1);
}

/** Fills in one message from Oakland to Avery: the minimum for a valid test. */
export async function fillIn(page: Page, body: string): Promise<void> {
  await messageBox(page).fill(body);
  await choose(page, 'Partner', 'Harbor Health Group');
  await choose(page, 'Client', 'Bayview Dental');
  await choose(page, 'Office', 'Oakland');
  await choose(page, 'Phone Numbers', 'Avery');
  await expect(recipientsLine(page)).toHaveText('1 office × 1 phone = 1 message of 1 segment');
}

/** A submitted form: its JSON and its file names. */
export interface SentForm {
  readonly content: CreateTestBody & Pick<UpdateTestBody, 'partnerID' | 'testStatus'>;
  readonly fileNames: readonly string[];
}

/**
 * Records the forms that the page submits to the create and update calls. It hooks into the page, because the browser does not
 * expose the files of a form. Call it before the page is opened.
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
    const originalSend = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function send(body) {
      void note(body);
      originalSend.call(this, body);
    };
  });
  return forms;
}

/** The choice of SMS or MMS, or of the schedule. */
export async function pick(
  page: Page,
  name: 'SMS' | 'MMS' | 'Immediate' | 'Schedule for Later' | 'Recurring',
) {
  const radio = page.getByRole('radio', { name, exact: true });
  // `check` verifies at once; on a busy machine, the form may not have rendered the change yet.
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

export function dropArea(page: Page): Locator {
  return page.getByRole('button', { name: 'Choose files' });
}

export async function chooseFiles(page: Page, ...files: ChosenFile[]): Promise<void> {
  await dropArea(page).locator('input[type="file"]').setInputFiles(files);
}

/** Drops files on the upload area. */
export async function dropFiles(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (described) => {
      const data = new DataTransfer();
      for (const { name, type, size } of described)
        data.items.add(new File([new Uint8Array(size)], name, { type }));
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, size: buffer.length })),
  );
  await dropArea(page).dispatchEvent('drop', { dataTransfer: transfer });
}

/** A selected file, a stored file or a link, by its name. */
export function mediaRow(page: Page, name: string): Locator {
  const lists = page.getByRole('list', { name: /^(?:Files|Links)$/ });
  return lists.getByRole('listitem').filter({ hasText: name });
}

export function alert(page: Page): Locator {
  return page.getByRole('alertdialog');
}
