/** API documentation of sign-up on request. */
import { type CallDoc, NEW_PASSWORD_PROBLEMS } from './call-doc.ts';

const CHOSEN = {
  name: 'Vera Lind',
  email: 'vera@example.com',
  role: 'viewer',
  partnerIds: [1, 2],
  limitPerDay: null,
};

export const signupRequestDocs = {
  requestAccount: {
    summary: 'Request an account',
    description:
      'With `SIGNUP=request`. An administrator decides; nothing is mailed. The answer is always the same, so that it reveals no usernames: nothing is stored if an account or a request has the username, if 50 requests are open, or if this network has sent 5 within 24 hours. Needs no CSRF token, but a browser’s `Origin` must be our own.',
    problems: [
      'signup.closed',
      'sign-on.only',
      'origin.foreign',
      'rate.limited',
      'server.busy',
      ...NEW_PASSWORD_PROBLEMS,
    ],
    exampleBody: {
      username: 'vera',
      email: 'vera@example.com',
      password: 'correct horse battery staple',
    },
    example: {},
  },
  signupRequests: {
    summary: 'List the open requests for an account',
    description: 'The oldest first.',
    example: [
      {
        id: 3,
        username: 'vera',
        email: 'vera@example.com',
        browser: 'Chrome 141 on Windows',
        address: '203.0.113.7',
        createdAt: '2026-11-24T09:12:00.000-08:00',
        isUsernameTaken: false,
      },
    ],
  },
  approveSignup: {
    summary: 'Approve a request for an account',
    description:
      'Creates the account. Its owner logs in with the password of the request. An omitted email is that of the request.',
    problems: ['signup-request.unknown', 'account.username-taken', 'sign-on.only'],
    exampleBody: CHOSEN,
    example: {
      id: 4,
      username: 'vera',
      ...CHOSEN,
      service: false,
      signOn: false,
      twoFactor: false,
      state: 'active',
      lastLoginAt: null,
      createdAt: '2026-11-24T10:00:00.000-08:00',
      inviteExpiresAt: null,
    },
  },
  declineSignup: {
    summary: 'Decline a request for an account',
    description: 'Deletes the request. The person is not notified.',
    problems: ['signup-request.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
