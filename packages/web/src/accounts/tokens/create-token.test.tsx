import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { apiTokenCalls } from '@textprobe/contract/api-tokens';
import { directoryCalls } from '@textprobe/contract/directory';
import type { Role } from '@textprobe/domain/roles';
import { expect, it } from 'vitest';
import { answer, expectAccessible, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { sampleToken } from '../../testing/sample-tokens.ts';
import { type Answers, json, stubFetch } from '../../testing/stub-fetch.ts';
import { CreateToken } from './create-token.tsx';

const DAY_MS = 24 * 3_600_000;
const PARTNERS = ['Acorn', 'Birch', 'Cedar'].map((name, index) => ({ id: index + 1, name }));

/** @param partnerIds of the account */
async function openForm(role: Role, answers: Answers = {}, partnerIds: readonly number[] | null = null) {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    ...answer(directoryCalls.partners, PARTNERS),
    ...answers,
  });
  renderPart(<CreateToken owner={{ id: 4, username: 'olga', role, partnerIds }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create a token for olga' }));
  const submit = () => userEvent.click(form.getByRole('button', { name: 'Create token' }));
  return { form, submit, requests };
}

it.each([
  ['viewer', ['Viewer']],
  ['operator', ['Viewer', 'Operator']],
  ['auditor', ['Viewer', 'Auditor']],
  ['administrator', ['Viewer', 'Operator', 'Auditor', 'Administrator']],
] as const)(
  'TOKEN-1 a token of %s is offered only roles that the account’s own covers',
  async (role, offered) => {
    const { form } = await openForm(role);
    const labels = form.getAllByRole<HTMLInputElement>('radio').map(({ labels: of }) => of?.[0]?.textContent);
    expect(labels).toEqual(offered);
  },
);

it('TOKEN-1 a token is offered the partners of its account, and for an auditor all', async () => {
  const { form } = await openForm('administrator', {}, [1, 3]);
  await userEvent.click(form.getByLabelText('Partners'));
  const list = within(await screen.findByRole('listbox', { name: 'Partners' }));
  const options = await list.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All partners of the account',
    'Acorn',
    'Cedar',
  ]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(form.getByRole('radio', { name: 'Auditor' }));
  expect(form.getByText('Administrators and auditors see all partners.')).toBeDefined();
});

it('TOKEN-1 what the server refuses is shown at its field, and nothing typed is lost', async () => {
  const message = 'Choose a time in the next 366 days.';
  const { form, submit, requests } = await openForm(
    'operator',
    failure(apiTokenCalls.createApiToken, 422, {
      errors: [{ field: 'expiresAt', code: 'custom', message }],
    }),
  );
  await submit();
  expect(await form.findByText('Enter a name.')).toBeDefined();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(name, 'nightly export');
  await submit();
  expect(await form.findByText(message)).toBeDefined();
  const validity = form.getByRole<HTMLSelectElement>('combobox', { name: 'Valid for' });
  expect(validity.getAttribute('aria-invalid')).toBe('true');
  expect(name.value).toBe('nightly export');
  expectLogged(/Failed to create the token/);
});

it('TOKEN-1 a new token is shown once, with a command to try it', async () => {
  const token = 'tpa_0kQ7secret';
  const { form, submit, requests } = await openForm('operator', {
    [`POST ${apiTokenCalls.createApiToken.path}`]: () =>
      json({ ...sampleToken(1, 90, { name: 'nightly export' }), token }, { status: 201 }),
  });
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'nightly export');
  await userEvent.click(form.getByRole('radio', { name: 'Operator' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'May make changes that need a password' }));
  const validity = form.getByRole<HTMLSelectElement>('combobox', { name: 'Valid for' });
  expect([...validity.options].map(({ text }) => text.split(', ', 1)[0])).toEqual([
    '7 days',
    '30 days',
    '90 days',
    '180 days',
    '366 days',
  ]);
  expect(validity.value).toBe('90');
  await expectAccessible();
  await submit();

  const made = within(await screen.findByRole('dialog', { name: 'Token nightly export' }));
  expect(made.getByText(/^Copy the token now\. It is not shown again\./)).toBeDefined();
  expect(made.getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value).toBe(token);
  expect(made.getByRole<HTMLInputElement>('textbox', { name: /^Command to try it/ }).value).toBe(
    `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/tests/sm/v1/deliverabilitytest/all`,
  );
  const sent = JSON.parse(requests.find(({ method }) => method === 'POST')?.body as string);
  expect(sent).toMatchObject({
    name: 'nightly export',
    role: 'operator',
    partnerIds: null,
    proof: true,
    accountId: 4,
  });
  expect(Date.parse(sent.expiresAt) - Date.now()).toBeGreaterThan(89.9 * DAY_MS);
  expect(Date.parse(sent.expiresAt) - Date.now()).toBeLessThanOrEqual(90 * DAY_MS);

  await userEvent.click(made.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create token' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('dialog', { name: 'Create a token for olga' })).toBeDefined();
  expect(screen.queryByDisplayValue(token)).toBeNull();
});

it('TOKEN-1 the longest token stays within 366 days of the server’s clock, if the browser’s is ahead', async () => {
  const { form, submit, requests } = await openForm('viewer', failure(apiTokenCalls.createApiToken));
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'year');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Valid for' }), '366');
  await submit();
  expect(await form.findByRole('alert')).toBeDefined();
  const sent = JSON.parse(requests.find(({ method }) => method === 'POST')?.body as string);
  expect(Date.parse(sent.expiresAt)).toBeLessThan(Date.now() + 366 * DAY_MS - 50 * 60_000);
  expectLogged(/Failed to create the token/);
});
