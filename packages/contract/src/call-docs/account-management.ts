/** API documentation of invitations, and of accounts as administrators manage them. */
import { type CallDoc, NEW_PASSWORD_PROBLEMS } from './call-doc.ts';

const TOKEN = 'nZ3m1V0mE3sYx0sQh1d0h3mQm0n6c2t5m1yq8w7e6r4';
const CHANGE = {
  name: 'Vera Lind',
  email: 'vera@example.com',
  role: 'operator',
  partnerIDs: [1, 2],
  limitPerDay: 500,
};
const ACCOUNT = {
  id: 4,
  username: 'vera',
  ...CHANGE,
  state: 'active',
  lastLoginAt: '2026-11-24T09:12:00.000-08:00',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  invitationExpiresAt: null,
};
const LINKED = {
  account: {
    ...ACCOUNT,
    state: 'invited',
    lastLoginAt: null,
    invitationExpiresAt: '2026-11-24T10:00:00.000-08:00',
  },
  link: `https://textprobe.example.com/welcome#${TOKEN}`,
  linkExpiresAt: '2026-11-24T10:00:00.000-08:00',
  mail: { state: 'sent', reason: null },
};

export const accountManagementDocs = {
  checkLink: {
    summary: 'Check a link for a new password',
    description:
      'Returns whose link it is, without using it up. Wrong, used and expired links get the same answer. Needs no CSRF token, but a browser’s `Origin` must be our own.',
    problems: ['link.unknown', 'origin.foreign', 'rate.limited'],
    exampleBody: { token: TOKEN },
    example: { purpose: 'invitation', username: 'vera', name: 'Vera Lind' },
  },
  acceptLink: {
    summary: 'Choose a password with a link',
    description:
      'Sets the password, ends the sessions of the account, and uses the link up. Log in afterwards. Needs no CSRF token, but a browser’s `Origin` must be our own.',
    problems: ['link.unknown', 'origin.foreign', 'rate.limited', 'server.busy', ...NEW_PASSWORD_PROBLEMS],
    exampleBody: { token: TOKEN, password: 'correct horse battery staple' },
    example: { username: 'vera' },
  },
  listAccounts: {
    summary: 'List the accounts',
    description: 'Sorted by username.',
    example: [ACCOUNT],
  },
  inviteAccount: {
    summary: 'Invite someone',
    description:
      'Creates an account without a password, and a link with which its owner chooses one: once, within 72 hours. With a mail server (`SMTP_URL`) the link is also mailed to the account’s email; the answer comes once the server has accepted it, or after 15 seconds at most. Usernames are unique, regardless of case.',
    problems: ['account.username-taken'],
    exampleBody: { username: 'vera', ...CHANGE },
    example: LINKED,
  },
  deleteInvitation: {
    summary: 'Delete an invitation',
    description: 'Also its account. Its link no longer works.',
    problems: ['account.unknown', 'account.accepted'],
  },
  changeAccount: {
    summary: 'Change, disable or enable an account',
    description:
      'Applies from its next call on. Disabling it ends its sessions and its link. The last enabled administrator can be neither demoted nor disabled.',
    problems: ['account.unknown', 'account.last-administrator'],
    exampleBody: { ...CHANGE, disabled: false },
    example: ACCOUNT,
  },
  createAccountLink: {
    summary: 'Create a new link for an account',
    description:
      'For a new password: once, within 24 hours. The old password works until then. For an invited account: a new invitation, within 72 hours. An earlier link no longer works. It is mailed as an invitation is.',
    problems: ['account.unknown', 'account.disabled'],
    exampleBody: { id: 4 },
    example: LINKED,
  },
  endAccountSessions: {
    summary: 'Log an account out everywhere',
    description: 'Its password stays.',
    problems: ['account.unknown'],
    exampleBody: { id: 4 },
  },
} as const satisfies Record<string, CallDoc>;
