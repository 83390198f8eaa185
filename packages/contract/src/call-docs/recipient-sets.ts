/** API documentation of recipient sets. */
import type { CallDoc } from './call-doc.ts';

const BODY = {
  name: 'Nightly smoke',
  partnerIds: [1],
  clientIds: [1, 2],
  officeIds: null,
  phoneIds: [1, 2, 3],
};
const SET = {
  id: 7,
  ...BODY,
  missing: { partners: 0, clients: 0, offices: 0, phones: 0 },
  createdBy: 'admin',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  updatedAt: '2026-11-21T10:00:00.000-08:00',
};

export const recipientSetDocs = {
  recipientSets: {
    summary: 'List the recipient sets',
    description:
      'Sorted by name. A set is shared by the accounts that see all partners that it names. If it names none, or all, it is shared by those that see what its maker saw. A test keeps its recipients when the set changes.',
    example: [SET],
  },
  createRecipientSet: {
    summary: 'Save a choice of recipients under a name',
    description:
      'Stores exactly this choice: null stays all of them, and no clients or offices means all of the partners or clients, as in a test. Ignoring case, a name is unique among the sets that are shared by the same partners, and among those of this account. At most 200 are shared by the same partners.',
    problems: ['recipient-set.name-taken', 'recipient-set.too-many'],
    exampleBody: BODY,
    example: SET,
  },
  replaceRecipientSet: {
    summary: 'Replace a recipient set',
    description:
      'Replaces its name and all its recipients. It can name only partners that its maker saw when it was created.',
    problems: ['recipient-set.unknown', 'recipient-set.name-taken', 'recipient-set.too-many'],
    exampleBody: BODY,
    example: SET,
  },
  deleteRecipientSet: {
    summary: 'Delete a recipient set',
    description: 'Tests created from it keep their recipients.',
    problems: ['recipient-set.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
