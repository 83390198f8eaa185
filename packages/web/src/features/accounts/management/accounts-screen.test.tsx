import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ManagedAccount, managedAccountCalls } from '@textprobe/contract/account-management';
import { apiTokenCalls } from '@textprobe/contract/api-tokens';
import { directoryCalls } from '@textprobe/contract/directory';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { signupRequestCalls } from '@textprobe/contract/signup-requests';
import { expect, it } from 'vitest';
import { answer, expectLogged, renderPart } from '../../../testing/render-part.tsx';
import { sampleToken } from '../../../testing/sample-tokens.ts';
import { withSignOn } from '../../../testing/sign-on-page.ts';
import { json, stubFetch } from '../../../testing/stub-fetch.ts';
import { AccountsScreen } from './accounts-screen.tsx';

function accountOf(id: number, change: Partial<ManagedAccount> = {}): ManagedAccount {
  return {
    id,
    username: `person ${id}`,
    name: '',
    email: '',
    role: 'viewer',
    partnerIds: null,
    limitPerDay: null,
    service: false,
    signOn: false,
    twoFactor: false,
    state: 'active',
    lastLoginAt: null,
    createdAt: '2026-11-21T10:00:00.000-08:00',
    inviteExpiresAt: null,
    ...change,
  };
}

/** Opens the screen. @param listed the answer to each query of the list: its accounts, and how many there are in all */
async function openAccounts(
  listed: (query: URLSearchParams) => readonly [readonly ManagedAccount[], number],
  answers: Parameters<typeof stubFetch>[0] = {},
  search = '',
) {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    ...answer(signupRequestCalls.signupRequests, []),
    ...answer(directoryCalls.partners, []),
    [`GET ${managedAccountCalls.listAccounts.path}`]: () => {
      const [accounts, total] = listed(new URL(requests.at(-1)?.url ?? '', 'http://x').searchParams);
      return json(accounts, { headers: { [TOTAL_COUNT_HEADER]: String(total) } });
    },
    ...answers,
  });
  renderPart(<AccountsScreen />, { path: `/settings/accounts${search}` });
  await screen.findByRole('table', { name: 'Accounts' });
  return requests;
}

async function act(username: string, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${username}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

it('ACCT-4 the accounts are read page by page and searched on the server', async () => {
  await openAccounts((query) => {
    if (query.get('text') === 'zebra') return [[], 0];
    const page = Number(query.get('page'));
    return [[accountOf((page - 1) * Number(query.get('pageSize')) + 1)], 101];
  });
  expect(await screen.findByText('person 1')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('person 51')).toBeDefined();
  expect(window.location.search).toBe('?page=2');
  expect(screen.getByText('51–100 of 101')).toBeDefined();

  const field = screen.getByRole('searchbox', { name: 'Search accounts' });
  await userEvent.type(field, 'zebra{Enter}');
  expect(await screen.findByText('No accounts match this search.')).toBeDefined();
  expect(window.location.search).toBe('?text=zebra');
  await userEvent.clear(field);
  expect(await screen.findByText('person 1')).toBeDefined();
  expect(document.activeElement).toBe(field);
});

it('ACCT-4 a page that has lost its only account gives way to the last one', async () => {
  await openAccounts(
    (query) => (query.get('page') === '2' ? [[accountOf(51)], 51] : [[], 51]),
    {},
    '?page=3',
  );
  expect(await screen.findByText('person 51')).toBeDefined();
  expect(window.location.search).toBe('?page=2');
});

it('ACCT-4 an account is disabled and enabled from its row, by calls of its own', async () => {
  let state: ManagedAccount['state'] = 'active';
  const done = (next: typeof state) => () => {
    state = next;
    return new Response(null, { status: 204 });
  };
  const requests = await openAccounts(
    () => [[accountOf(4, { username: 'vera', state, lastLoginAt: '2026-11-24T09:12:00.000-08:00' })], 2],
    {
      'POST /api/accounts/4/disable': done('disabled'),
      'POST /api/accounts/4/enable': done('active'),
    },
  );
  await act('vera', 'Disable');
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable vera?' }));
  await userEvent.click(question.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('Disabled vera.')).toBeDefined();
  await act('vera', 'Enable');
  expect(await screen.findByText('Enabled vera.')).toBeDefined();
  const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual([undefined, undefined]);
});

it('ACCT-4 a new link is shown once, with its account and what became of its mail', async () => {
  const url = 'https://textprobe.example.com/welcome#token';
  await openAccounts(
    () => [[accountOf(4, { username: 'vera', name: 'Vera Lind', email: 'vera@example.com' })], 2],
    {
      'POST /api/accounts/4/reset-link': () =>
        json({
          url,
          expiresAt: '2026-11-24T10:00:00.000-08:00',
          mail: { state: 'failed', reason: 'It did not answer.' },
        }),
    },
  );
  await act('vera', 'Reset link');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset link for vera' }));
  expect(dialog.getByText('Not mailed to vera@example.com. It did not answer.')).toBeDefined();
  expect(dialog.getByText(/^Send this link to Vera Lind\./)).toBeDefined();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reset link' }).value).toBe(url);
});

it('ACCT-4 a list that cannot be loaded says so, and one that is shown stays', async () => {
  let status = 200;
  await openAccounts(() => [[], 0], {
    [`GET ${managedAccountCalls.listAccounts.path}`]: () =>
      json([accountOf(4, { username: 'vera' })], { status }),
  });
  expect(await screen.findByText('vera')).toBeDefined();
  status = 403;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The accounts could not be loaded; those below may be out of date.',
  );
  expect(screen.getByText('vera')).toBeDefined();
});

const TOKEN = sampleToken(1, 90, { name: 'nightly export' });

async function menuOf(username: string): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${username}` }));
  const words = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return words;
}

const AUDIT = ['Changes to this account', 'Actions by this account'];

it('TOKEN-2 a service account is marked, and has tokens instead of a login', async () => {
  const service = { username: 'billing', service: true };
  await openAccounts(() => [
    [accountOf(4, service), accountOf(5, { ...service, username: 'old', state: 'disabled' }), accountOf(6)],
    3,
  ]);
  const row = within((await screen.findByText('billing')).closest<HTMLElement>('tr') ?? document.body);
  expect(row.getByText('Service account')).toBeDefined();
  expect(row.queryByText('Never')).toBeNull();
  expect(await menuOf('billing')).toEqual(['Edit', 'Tokens', 'Disable', ...AUDIT]);
  expect(await menuOf('old')).toEqual(['Edit', 'Tokens', 'Enable', ...AUDIT]);
  expect(await menuOf('person 6')).toEqual([
    'Edit',
    'Tokens',
    'Reset link',
    'End sessions',
    'Disable',
    ...AUDIT,
  ]);
});

it('TOKEN-2 a service account is added without an email, and its tokens are shown; a refusal is at its field', async () => {
  const taken = 'There is already an account with this username. Choose another.';
  let isTaken = true;
  const requests = await openAccounts(() => [[], 1], {
    'POST /api/service-accounts': () =>
      isTaken
        ? json({ errors: [{ field: 'username', code: 'taken', message: taken }] }, { status: 409 })
        : json(accountOf(4, { username: 'billing', service: true }), { status: 201 }),
    ...answer(apiTokenCalls.apiTokens, []),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add service account' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a service account' }));
  expect(form.queryByLabelText('Email')).toBeNull();
  const username = form.getByRole<HTMLInputElement>('textbox', { name: 'Username' });
  await userEvent.type(username, 'billing');
  await userEvent.click(form.getByRole('button', { name: 'Add service account' }));
  expect(await form.findByText(taken)).toBeDefined();
  expect(username.value).toBe('billing');
  expectLogged(/Failed to save the account/);

  isTaken = false;
  await userEvent.click(form.getByRole('button', { name: 'Add service account' }));
  const tokens = within(await screen.findByRole('dialog', { name: 'Tokens of billing' }));
  expect(await tokens.findByText(/^No tokens yet\./)).toBeDefined();
  expect(tokens.getByRole('button', { name: 'Create token' })).toBeDefined();
  const sent = requests.findLast(({ url }) => url === '/api/service-accounts');
  expect(JSON.parse(sent?.body as string)).toEqual({
    username: 'billing',
    name: '',
    role: 'viewer',
    partnerIds: null,
    limitPerDay: null,
  });
});

it('TOKEN-2 administrators see and revoke the tokens of a person, and create none', async () => {
  let tokens = [TOKEN];
  const requests = await openAccounts(() => [[accountOf(4, { username: 'vera' })], 2], {
    ...answer(apiTokenCalls.apiTokens, () => tokens),
    'DELETE /api/tokens/1': () => {
      tokens = [];
      return new Response(null, { status: 204 });
    },
  });
  await act('vera', 'Tokens');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tokens of vera' }));
  expect(await dialog.findByText('nightly export')).toBeDefined();
  expect(requests.some(({ url }) => url.startsWith('/api/tokens?accountId=4&'))).toBe(true);
  expect(dialog.queryByRole('button', { name: 'Create token' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke nightly export' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke nightly export?' }));
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked nightly export.')).toBeDefined();
  expect(await dialog.findByText('No tokens.')).toBeDefined();
});

it('TOKEN-2 a disabled service account shows its tokens, says that they do not work, and gets no new one', async () => {
  const account = accountOf(4, { username: 'billing', service: true, state: 'disabled' });
  await openAccounts(() => [[account], 2], answer(apiTokenCalls.apiTokens, [TOKEN]));
  await act('billing', 'Tokens');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tokens of billing' }));
  expect(
    dialog.getByText('The account is disabled, so its tokens do not work. Enable it to create one.'),
  ).toBeDefined();
  expect(await dialog.findByText('nightly export')).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Create token' })).toBeNull();
});

it('ACCT-6 an account shows its two-factor login, which is reset after a question', async () => {
  let twoFactor = true;
  await openAccounts(() => [[accountOf(4, { username: 'vera', twoFactor })], 1], {
    'POST /api/accounts/4/reset-two-factor': () => {
      twoFactor = false;
      return new Response(null, { status: 204 });
    },
  });
  expect(await screen.findByText('Two-factor login')).toBeDefined();
  await act('vera', 'Reset two-factor login');
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Reset two-factor login of vera?' }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('Two-factor login of vera is off.')).toBeDefined();
  expect(screen.queryByText('Two-factor login')).toBeNull();
});

it('ACCT-7 role and partners of an account with single sign-on are read-only, and say who sets them', async () => {
  withSignOn('Acme SSO');
  const account = accountOf(7, { signOn: true, role: 'operator' });
  const requests = await openAccounts(() => [[account], 1], {
    [`PUT ${managedAccountCalls.changeAccount.path.replace(':id', '7')}`]: () => json(account),
  });
  expect(await screen.findByText('Managed by Acme SSO')).toBeDefined();
  await act('person 7', 'Edit');
  const role = await screen.findByLabelText<HTMLInputElement>('Role');
  expect([role.value, role.readOnly]).toEqual(['Operator', true]);
  await userEvent.type(screen.getByLabelText('Name'), 'Petra');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = requests.find(({ method }) => method === 'PUT')?.body as string;
  expect(JSON.parse(sent)).toMatchObject({ name: 'Petra', role: 'operator', partnerIds: null });
});
