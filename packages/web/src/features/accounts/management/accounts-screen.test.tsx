import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ManagedAccount, managedAccountCalls } from '@textprobe/contract/account-management';
import { directoryCalls } from '@textprobe/contract/directory';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { signupRequestCalls } from '@textprobe/contract/signup-requests';
import { expect, it } from 'vitest';
import { answer, renderPart } from '../../../testing/render-part.tsx';
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
