/** API documentation of saved views. */
import type { CallDoc } from './call-doc.ts';

const BODY = { name: 'Failed at Verizon', filters: 'executionStatus=FAILED&carrier=Verizon', shared: true };
const VIEW = {
  id: 3,
  ...BODY,
  createdBy: 'admin',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  updatedAt: '2026-11-21T10:00:00.000-08:00',
};

export const savedViewDocs = {
  savedViews: {
    summary: 'List the saved views of the tests list',
    description:
      'Sorted by name: those of this account, and those shared with it. A view is shared with the accounts that see all partners that its filters name. If they name none, it is shared with those that see what its maker saw.',
    example: [VIEW],
  },
  createSavedView: {
    summary: 'Save filters of the tests list under a name',
    description:
      'For this account, or `shared`. Case aside, a name is unique among the private views of its account, or among those shared by the same partners or by this account. At most 100 are private, and 100 shared by the same partners.',
    problems: ['saved-view.name-taken', 'saved-view.too-many'],
    exampleBody: BODY,
    example: VIEW,
  },
  replaceSavedView: {
    summary: 'Replace a saved view',
    description:
      'Its name, its filters, and whether it is shared. A shared view can name only partners that its maker saw when it was created.',
    problems: ['saved-view.unknown', 'saved-view.name-taken', 'saved-view.too-many'],
    exampleBody: BODY,
    example: VIEW,
  },
  deleteSavedView: {
    summary: 'Delete a saved view',
    description: 'The tests stay.',
    problems: ['saved-view.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
