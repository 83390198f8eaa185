/** Finds and uses the parts of the form that Create Test and Update Test share, in component tests. */
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CreateTestBody, UpdateTestBody } from '@textprobe/contract/tests';
import type { RecordedRequest } from '../../../testing/stub-fetch.ts';
import { CREATE_DRAFT_KEY } from '../../../ui/unsent-drafts.ts';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { keepDraft } from '../form/draft-storage.ts';

export const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

/** Replaces the message at once, as pasting does. */
export function write(text: string): void {
  fireEvent.change(messageBox(), { target: { value: text } });
}

/** Shows the choice; a click opens the list. */
export const picker = (name: string) =>
  screen.getByLabelText<HTMLButtonElement>(name, { selector: 'button' });

/** Opens a picker. @returns its list */
export function openPicker(name: string): Promise<HTMLElement> {
  fireEvent.click(picker(name));
  return screen.findByLabelText(name, { selector: '[role="listbox"]' });
}

/** The labels of a list's options. */
export const optionsOf = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);

/** Toggles options, found by how their labels begin. */
export async function choose(name: string, ...options: readonly string[]): Promise<void> {
  const list = within(await openPicker(name));
  for (const option of options)
    fireEvent.click(
      await list.findByText((label) => label.startsWith(option), { selector: '[role="option"]' }),
    );
  fireEvent.click(picker(name));
}

/** The line above the button: what will be sent (CREATE-20). */
export const summary = () =>
  screen.getByRole('form').querySelector('output')?.textContent?.replaceAll('\u00A0', ' ');

export const submitButton = () =>
  within(screen.getByRole('form')).getByRole<HTMLButtonElement>('button', {
    name: /^(Creat|Updat)(e|ing) Test/,
  });

/** Closes the alert. @returns it, to read what it said */
export async function closeAlert(button = 'OK'): Promise<HTMLElement> {
  const alert = await screen.findByRole('alertdialog');
  await userEvent.click(within(alert).getByRole('button', { name: button }));
  return alert;
}

/** A draft of one message from Oakland to Avery, as a reload finds it. */
export function keepSampleDraft(changes: Partial<Draft> = {}): void {
  const one = { partners: [2], clients: [20], offices: [200], phones: [5] };
  keepDraft(sessionStorage, CREATE_DRAFT_KEY, {
    draft: { ...EMPTY_DRAFT, ...one, ...changes },
    fileNames: [],
    version: '',
  });
}

/** The tests that these requests create or update. */
export function sentTests(
  requests: readonly RecordedRequest[],
): Promise<(CreateTestBody & UpdateTestBody)[]> {
  const forms = requests.flatMap(({ body }) => (body instanceof FormData ? [body.get('content')] : []));
  return Promise.all(forms.map(async (content) => JSON.parse(await (content as Blob).text())));
}
