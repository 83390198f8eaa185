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
    description: 'Sorted by name: those of this account, and the shared ones.',
    example: [VIEW],
  },
  createSavedView: {
    summary: 'Save filters of the tests list under a name',
    description:
      'For this account, or `shared` with all accounts. Case aside, a name is unique among the views of its account, or among the shared ones. At most 100 of each.',
    problems: ['saved-view.name-taken', 'saved-view.too-many'],
    exampleBody: BODY,
    example: VIEW,
  },
  replaceSavedView: {
    summary: 'Replace a saved view',
    description: 'Its name, its filters, and whether it is shared.',
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
