/** API documentation of invitations, and of accounts as administrators manage them. */
import { TOTAL_COUNT_HEADER } from '../headers.ts';
import { type CallDoc, NEW_PASSWORD_PROBLEMS } from './call-doc.ts';

const TOKEN = 'nZ3m1V0mE3sYx0sQh1d0h3mQm0n6c2t5m1yq8w7e6r4';
const CHANGE = {
  name: 'Vera Lind',
  email: 'vera@example.com',
  role: 'operator',
  partnerIds: [1, 2],
  limitPerDay: 500,
};
const ACCOUNT = {
  id: 4,
  username: 'vera',
  ...CHANGE,
  service: false,
  signOn: false,
  state: 'active',
  twoFactor: true,
  lastLoginAt: '2026-11-24T09:12:00.000-08:00',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  inviteExpiresAt: null,
};
const URL = `https://textprobe.example.com/welcome#${TOKEN}`;
const EXPIRES_AT = '2026-11-24T10:00:00.000-08:00';
const MAIL = { state: 'sent', reason: null };

export const accountManagementDocs = {
  checkLink: {
    summary: 'Check a link for a new password',
    description:
      'Returns whose link it is, without using it up. Wrong, used and expired links get the same answer. Needs no CSRF token, but a browser’s `Origin` must be our own.',
    problems: ['link.unknown', 'sign-on.only', 'origin.foreign', 'rate.limited'],
    exampleBody: { token: TOKEN },
    example: { purpose: 'invitation', username: 'vera', name: 'Vera Lind' },
  },
  acceptLink: {
    summary: 'Choose a password with a link',
    description:
      'Sets the password, ends the sessions of the account, and uses the link up. Log in afterwards. Needs no CSRF token, but a browser’s `Origin` must be our own.',
    problems: [
      'link.unknown',
      'sign-on.only',
      'origin.foreign',
      'rate.limited',
      'server.busy',
      ...NEW_PASSWORD_PROBLEMS,
    ],
    exampleBody: { token: TOKEN, password: 'correct horse battery staple' },
    example: { username: 'vera' },
  },
  listAccounts: {
    summary: 'List the accounts',
    description: 'Sorted by username.',
    answerHeaders: [TOTAL_COUNT_HEADER],
    example: [ACCOUNT],
  },
  readAccount: {
    summary: 'Get an account',
    problems: ['account.unknown'],
    example: ACCOUNT,
  },
  inviteAccount: {
    summary: 'Invite someone',
    description:
      'Creates an account without a password, and a link with which its owner chooses one: once, within 72 hours. With a mail server (`SMTP_URL`) the link is also mailed to the account’s email; the answer comes once the server has accepted it, or after 15 seconds at most. Usernames are unique, regardless of case.',
    problems: ['account.username-taken', 'sign-on.only'],
    exampleBody: { username: 'vera', ...CHANGE },
    example: {
      ...ACCOUNT,
      state: 'invited',
      twoFactor: false,
      lastLoginAt: null,
      inviteExpiresAt: EXPIRES_AT,
      inviteUrl: URL,
      mail: MAIL,
    },
  },
  createServiceAccount: {
    summary: 'Create an account for a program',
    description:
      'It has no login: an administrator creates its tokens by `POST /api/tokens`. It is listed, changed and disabled like other accounts.',
    problems: ['account.username-taken'],
    exampleBody: { username: 'nightly', name: 'Nightly regression', role: 'operator', partnerIds: [1, 2] },
    example: {
      ...ACCOUNT,
      username: 'nightly',
      name: 'Nightly regression',
      email: '',
      service: true,
      twoFactor: false,
      lastLoginAt: null,
    },
  },
  deleteInvitation: {
    summary: 'Delete an invitation',
    description: 'Also its account. Its link no longer works.',
    problems: ['account.unknown', 'account.accepted'],
  },
  changeAccount: {
    summary: 'Change an account',
    description: 'Applies from its next call on. The last enabled administrator cannot be demoted.',
    problems: ['account.unknown', 'account.last-administrator', 'account.sign-on'],
    exampleBody: CHANGE,
    example: ACCOUNT,
  },
  disableAccount: {
    summary: 'Disable an account',
    description:
      'Ends its sessions and its link. The last enabled administrator cannot be disabled. Disabling it again changes nothing.',
    problems: ['account.unknown', 'account.last-administrator'],
  },
  enableAccount: {
    summary: 'Enable an account',
    description: 'Its password works again. Enabling it again changes nothing.',
    problems: ['account.unknown'],
  },
  endAccountSessions: {
    summary: 'Log an account out everywhere',
    description: 'Its password stays.',
    problems: ['account.unknown'],
  },
  resetTwoFactor: {
    summary: 'Turn off two-factor login of an account',
    description:
      'For an owner who lost the app and the recovery codes. Ends its sessions; its password stays.',
    problems: ['account.unknown'],
  },
  createAccountLink: {
    summary: 'Create a new link for an account',
    description:
      'For a new password: once, within 24 hours. The old password works until then. For an invited account: a new invitation, within 72 hours. An earlier link no longer works. It is mailed as an invitation is.',
    problems: ['account.unknown', 'account.disabled', 'account.service', 'sign-on.only'],
    example: { url: URL, expiresAt: EXPIRES_AT, mail: MAIL },
  },
} as const satisfies Record<string, CallDoc>;
