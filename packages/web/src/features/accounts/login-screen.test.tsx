import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountCalls } from '@textprobe/contract/accounts';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, hold, renderPart } from '../../testing/render-part.tsx';
import { type Answers, stubFetch } from '../../testing/stub-fetch.ts';
import { LoginScreen } from './login-screen.tsx';

const LOGGED_IN = {
  authenticated: true as const,
  user: {
    id: 1,
    username: 'olivia',
    name: 'Olivia',
    role: 'operator' as const,
    partnerIds: null,
    mustEnrol: false,
  },
};
const ANSWERS = {
  'GET /api/csrf': () => new Response('token'),
  ...answer(accountCalls.login, LOGGED_IN),
  ...answer(accountCalls.authStatus, LOGGED_IN),
};

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const button = () => screen.getByRole<HTMLButtonElement>('button');

async function logIn(answers: Answers): Promise<void> {
  stubFetch(answers);
  renderPart(<LoginScreen />, { route: '/login', path: '/login' });
  await userEvent.type(screen.getByLabelText('Username'), 'olivia');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(button());
}

it('LOGIN-2, LOGIN-3 disables the inputs and shows progress while submitting, then goes to /create-tests', async () => {
  const { answers, release } = hold(ANSWERS, accountCalls.login);
  await logIn(answers);
  await waitFor(() => expect(button().textContent).toBe('Logging In...'));
  expect(button().disabled).toBe(true);
  for (const label of ['Username', 'Password'])
    expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
  release();
  await waitFor(() => expect(location.pathname).toBe('/create-tests'));
});

it('LOGIN-3 a session cookie that the browser refuses is a configuration error', async () => {
  await logIn({ ...ANSWERS, ...answer(accountCalls.authStatus, { authenticated: false }) });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your browser refused the session cookie: this page was opened over http, and the console is set up for https. Open its https address, or ask your administrator to correct PUBLIC_URL.',
  );
  await waitFor(() => expect(button().disabled).toBe(false));
});

it('LOGIN-3 a failed status check is reported, and the form can be resubmitted', async () => {
  const answers: Record<string, Answers[string]> = { ...ANSWERS };
  answers[`GET ${accountCalls.authStatus.path}`] = () => Promise.reject(new TypeError('no connection'));
  await logIn(answers);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server did not confirm the login. Check the connection and log in again.',
  );
  Object.assign(answers, ANSWERS);
  await waitFor(() => expect(button().disabled).toBe(false));
  await userEvent.click(button());
  await waitFor(() => expect(location.pathname).toBe('/create-tests'));
});
