/** API documentation of the tokens of programs. */
import { TOTAL_COUNT_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';

const TOKEN = {
  id: 4,
  accountId: 1,
  prefix: 'tpa_0kQ7',
  name: 'Nightly regression',
  role: 'operator',
  partnerIds: [1],
  proof: false,
  createdAt: '2026-11-21T10:00:00.000-08:00',
  expiresAt: '2027-02-19T10:00:00.000-08:00',
  lastUsedAt: '2026-11-21T10:20:00.000-08:00',
  lastUsedAddress: '192.0.2.7',
};

export const apiTokenDocs = {
  apiTokens: {
    summary: 'List the tokens of an account, by page',
    description:
      'Newest first, and those that have expired in the last 30 days. The tokens themselves are not stored. Only administrators and auditors may list those of other accounts.',
    problems: ['account.unknown'],
    answerHeaders: [TOTAL_COUNT_HEADER],
    example: [TOKEN],
  },
  createApiToken: {
    summary: 'Create a token',
    description:
      'A program sends it as `Authorization: Bearer TOKEN`, without a CSRF token; a cookie sent along is ignored. It is shown once. It may never do or see more than its account, and ends with it. It may not create tokens, nor change the password or the sessions of its account. Only administrators create tokens for service accounts.',
    exampleBody: { name: TOKEN.name, role: TOKEN.role, partnerIds: TOKEN.partnerIds },
    example: {
      ...TOKEN,
      lastUsedAt: null,
      lastUsedAddress: null,
      token: 'tpa_0kQ7UvXbT2mYc9RzLw4HsJ6dNfGpE8aKi1oVxC3yBtM5uWqPz2HyHn',
    },
  },
  revokeApiToken: {
    summary: 'Revoke a token',
    description: 'Its next call gets 401. Administrators may revoke those of all accounts.',
    problems: ['token.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
