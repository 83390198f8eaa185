import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gatewayCalls } from '@textprobe/contract/gateways';
import { expect, it } from 'vitest';
import { answer, expectLogged, failure, renderPart } from '../../../testing/render-part.tsx';
import { sampleGateway } from '../../../testing/sample-gateway.ts';
import { stubFetch } from '../../../testing/stub-fetch.ts';
import { SetupScreen } from './setup-screen.tsx';

/** A setting's field by its name. */
function setting(name: string): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (field === null) throw new Error(`There is no field ${name}`);
  return field;
}

const fill = (name: string, value: string) => fireEvent.change(setting(name), { target: { value } });

async function expectWrong(name: string, words: RegExp): Promise<void> {
  await waitFor(() => expect(setting(name).getAttribute('aria-invalid')).toBe('true'));
  const described = setting(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toMatch(words);
}

const add = () => userEvent.click(screen.getByRole('button', { name: 'Add gateway' }));

it('shows all missing settings at once, errors at their fields, and keeps the input', async () => {
  const answers = {
    'GET /api/csrf': () => new Response('token'),
    ...answer(gatewayCalls.gateways, [sampleGateway({ name: 'carrier lab' })]),
    ...failure(gatewayCalls.createGateway, 422, {
      errors: [
        { field: 'settings.binds', code: 'invalid', message: 'binds must be a whole number from 1 to 16.' },
        {
          field: 'settings.enquireLinkMs',
          code: 'invalid',
          message: 'enquireLinkMs must be a whole number.',
        },
      ],
    }),
  };
  const requests = stubFetch(answers);
  renderPart(<SetupScreen />, { route: '/gateways/new', path: '/gateways/new' });
  await screen.findByRole('form', { name: 'New gateway' });
  await add();
  for (const name of ['name', 'host', 'systemId', 'password']) await expectWrong(name, /Required\./);
  expect(document.activeElement).toBe(setting('name'));
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);

  for (const [name, value] of Object.entries({
    name: 'bravo',
    host: '127.0.0.1',
    port: '1',
    systemId: 'a',
    password: 'b',
  }))
    fill(name, value);
  fill('binds', '99');
  fill('enquireLinkMs', 'soon');
  await add();
  await expectWrong('binds', /^Binds must be a whole number from 1 to 16\./);
  await expectWrong('enquireLinkMs', /^Keep-alive after must be a whole number/);
  await waitFor(() => expect(document.activeElement).toBe(setting('binds')));
  expect(setting('binds').closest('details')?.open).toBe(true);
  expect(setting('enquireLinkMs').value).toBe('soon');
  fill('enquireLinkMs', '30000');
  expect(setting('enquireLinkMs').hasAttribute('aria-invalid')).toBe(false);
  fill('binds', '2');

  const detail = 'The name "carrier lab" is already used by a current or a removed gateway.';
  Object.assign(answers, failure(gatewayCalls.createGateway, 409, { code: 'gateway.name-taken', detail }));
  await add();
  await expectWrong('name', /The name "carrier lab" is already used/);

  Object.assign(answers, failure(gatewayCalls.createGateway));
  await add();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The server answered with status 500.');
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(setting('host').value).toBe('127.0.0.1');
  expectLogged(/Failed to save the gateway/);
});
