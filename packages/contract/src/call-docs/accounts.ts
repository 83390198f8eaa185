/** Accounts in the description of the interface. */
import type { CallDoc } from './call-doc.ts';

const SESSION = { authenticated: true, user: { id: 1, username: 'admin' } };

export const accountDocs = {
  csrf: {
    summary: 'Fetch a CSRF token',
    description:
      'Answers the token as plain text and sets the cookie it belongs to. A token is bound to the session: fetch another after the login.',
    answerType: 'text/plain',
    example: '4Zk1oSOT-9bPJ1ZlN0gKcYb3u3Gg7Qe0dyQk',
  },
  login: {
    summary: 'Log in',
    description:
      'Sets the session cookie. Bears no CSRF token; where the browser tells its origin, that must be our own. Failed attempts slow down the next ones.',
    problems: ['login.failed', 'login.slowed', 'origin.foreign', 'rate.limited'],
    form: 'fields',
    exampleBody: { username: 'admin', password: 'correct horse battery staple' },
    example: SESSION,
  },
  logout: {
    summary: 'Log out',
    description: 'Ends the session on the server, and its event streams with it.',
  },
  authStatus: {
    summary: 'Tell whether somebody is logged in',
    description: 'Always 200; without a session `authenticated` is false.',
    example: SESSION,
  },
} as const satisfies Record<string, CallDoc>;
