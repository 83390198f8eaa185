/** API documentation of one's own account. */
import { type CallDoc, NEW_PASSWORD_PROBLEMS } from './call-doc.ts';

const PROFILE = {
  id: 1,
  username: 'admin',
  name: 'Ada Lovelace',
  role: 'administrator',
  partnerIds: null,
  createdAt: '2026-11-21T10:00:00.000-08:00',
  hasPassword: true,
  passwordChangedAt: null,
  twoFactor: true,
  recoveryCodesLeft: 9,
  limits: {
    account: null,
    partners: [{ partnerId: 1, limitPerDay: 500, left: 380 }],
    resetAt: '2026-11-22T00:00:00.000-08:00',
  },
};

export const profileDocs = {
  profile: {
    summary: 'Get your account',
    description:
      'The account of the session, with what is left today of the daily limits that apply to its tests.',
    example: PROFILE,
  },
  changeProfile: {
    summary: 'Change your name',
    description: 'The name may be empty. Only an administrator can change username and role.',
    exampleBody: { name: PROFILE.name },
    example: PROFILE,
  },
  changePassword: {
    summary: 'Change your password',
    description:
      'Ends all other sessions of the account, with their event streams. A new password has 12 to 256 characters, and is neither the username nor one of the 100,000 most common passwords. A wrong current password counts as a failed login.',
    problems: ['login.slowed', 'password.wrong', ...NEW_PASSWORD_PROBLEMS],
    exampleBody: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'velvet tractor monsoon 41',
    },
  },
  giveProof: {
    summary: 'Enter your password or a code again',
    description:
      'Calls that change accounts, two-factor login, tokens, gateways, handset keys or handset sources answer 403 `proof.needed` if the session gave the password or a code more than 15 minutes ago. After this call they can be repeated. Send `password`, or `code` instead if the account has two-factor login. Logging in and changing the password count too. A wrong password or code counts as a failed login; the tenth within 15 minutes ends the session.',
    problems: ['login.slowed', 'password.wrong', 'second-factor.wrong'],
    exampleBody: { password: 'correct horse battery staple' },
  },
  ownSessions: {
    summary: 'List your sessions',
    description: 'Those that have not ended, the last active first.',
    example: [
      {
        id: 12,
        current: true,
        browser: 'Firefox 145 on Linux',
        address: '192.0.2.7',
        createdAt: '2026-11-21T10:00:00.000-08:00',
        lastActiveAt: '2026-11-21T10:20:00.000-08:00',
      },
    ],
  },
  endSession: {
    summary: 'End one of your sessions',
    description: 'Its next call gets 401, and its event streams end within 20 seconds.',
    problems: ['session.unknown'],
  },
  endOtherSessions: {
    summary: 'End your other sessions',
    description: 'All except the one that calls.',
  },
} as const satisfies Record<string, CallDoc>;
