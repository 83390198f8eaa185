import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls } from '@textprobe/contract/directory';
import { handsetKeyCalls } from '@textprobe/contract/handset-keys';
import { expect, it, vi } from 'vitest';
import { expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { KeyDialog } from './key-dialog.tsx';

it('PAIR-4 what is typed while the phones load is kept, and each fault is shown at its field', async () => {
  const phones = Promise.withResolvers<Response>();
  const label = 'Enter a label of at most 60 characters.';
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    [`GET ${directoryCalls.testPhones.path}`]: () => phones.promise,
    ...failure(handsetKeyCalls.createHandsetKey, 400, {
      errors: [{ field: 'label', code: 'too-long', message: label }],
    }),
  });
  renderPart(<KeyDialog shown="new" onShow={vi.fn()} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a handset key' }));
  await userEvent.type(dialog.getByRole('combobox', { name: 'Phone' }), 'ave');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Label' }), 'Shelf');
  phones.resolve(json([{ phoneID: 5, name: 'Avery', phoneNumber: '+15553010001', carrier: 'Verizon' }]));
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText('Choose a phone.')).toBeDefined();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Phone' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Avery/ }));
  expect(dialog.queryByText('Choose a phone.')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText(label)).toBeDefined();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toBe(JSON.stringify({ phoneId: 5, label: 'Shelf' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Label' }).value).toBe('Shelf');
  expectLogged(/Failed to create the handset key/);
});
