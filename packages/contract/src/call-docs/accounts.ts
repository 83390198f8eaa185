/** API documentation of accounts. */
import type { CallDoc } from './call-doc.ts';

const USER = { id: 1, username: 'admin', role: 'administrator' };
const SESSION = { authenticated: true, user: USER };

export const accountDocs = {
  csrf: {
    summary: 'Fetch a CSRF token',
    description:
      'Returns the token as plain text and sets its cookie. A token is bound to the session: fetch a new one after the login.',
    answerType: 'text/plain',
    example: '4Zk1oSOT-9bPJ1ZlN0gKcYb3u3Gg7Qe0dyQk',
  },
  login: {
    summary: 'Log in',
    description:
      'Sets the session cookie. Needs no CSRF token, but a browser’s `Origin` must be our own. Failed attempts slow down further ones. If the account has two-factor login, the answer is 401 `second-factor.needed` until `code` is right too; a wrong code counts as a failed attempt, and each code works once.',
    problems: [
      'login.failed',
      'second-factor.needed',
      'login.slowed',
      'sign-on.only',
      'origin.foreign',
      'rate.limited',
    ],
    form: 'fields',
    exampleBody: { username: 'admin', password: 'correct horse battery staple' },
    example: SESSION,
  },
  logout: {
    summary: 'Log out',
    description: 'Ends the session on the server, and its event streams.',
  },
  authStatus: {
    summary: 'Get the session status',
    description: 'Always 200; without a session `authenticated` is false.',
    example: {
      authenticated: true,
      user: { ...USER, name: 'Ada Lovelace', partnerIds: null, mustEnrol: false },
    },
  },
} as const satisfies Record<string, CallDoc>;
