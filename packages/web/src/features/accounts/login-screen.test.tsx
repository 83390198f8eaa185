import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountCalls } from '@textprobe/contract/accounts';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ProblemBody } from '../../api/http.ts';
import { answer, hold, renderPart } from '../../testing/render-part.tsx';
import { type Answers, json, stubFetch } from '../../testing/stub-fetch.ts';
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

it('LOGIN-1 the password is masked, may be pasted, and password managers find it', async () => {
  stubFetch(ANSWERS);
  renderPart(<LoginScreen />, { route: '/login', path: '/login' });
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  await userEvent.click(field);
  await userEvent.paste('from a password manager');
  expect(field.value).toBe('from a password manager');
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

const NEEDED = { code: 'second-factor.needed', detail: 'Enter the code of your authenticator app.' };
const WRONG = { code: 'second-factor.wrong', message: 'This code is wrong.', field: 'code' };

/** @returns the codes that were sent; the last of them is right */
function asksForCode(...refusals: readonly ProblemBody[]): { answers: Answers; sent: (string | null)[] } {
  const sent: (string | null)[] = [];
  const login: Answers[string] = ({ body }) => {
    const refusal = refusals[sent.length];
    sent.push((body as FormData).get('code') as string | null);
    expect((body as FormData).get('password')).toBe('secret');
    return refusal === undefined ? json(LOGGED_IN) : json(refusal, { status: 401 });
  };
  return { answers: { ...ANSWERS, [`POST ${accountCalls.login.path}`]: login }, sent };
}

it('ACCT-6 asks for the code in a second step, which keeps what was typed, says what is wrong with a code, and logs in', async () => {
  const wrong = { ...NEEDED, detail: 'This code is wrong.', errors: [WRONG] };
  const { answers, sent } = asksForCode(NEEDED, wrong);
  await logIn(answers);
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  expect(document.activeElement).toBe(code);
  expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric']);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(code, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.');

  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const recovery = screen.getByLabelText<HTMLInputElement>('Recovery code');
  expect(recovery.inputMode).toBe('');
  await userEvent.type(recovery, '7K2M-9QX4-TD0A-W3FE');
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(location.pathname).toBe('/create-tests'));
  expect(sent).toEqual([null, '123456', '7K2M-9QX4-TD0A-W3FE']);
});

it('ACCT-6 LOGIN-4 any other failure leads back to the password, with the usual text', async () => {
  const { answers } = asksForCode(NEEDED, { code: 'login.failed' });
  await logIn(answers);
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Invalid username or password. Please try again.',
  );
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
});
