/** API documentation of the first steps. */
import type { CallDoc } from './call-doc.ts';

const OFFICE = { id: 3, name: 'Oak Street' };

export const firstStepsDocs = {
  firstSteps: {
    summary: 'Get which of the things that a first test needs already exist',
    description: 'An office, a test phone and a gateway that the account sees, and whether there is a test.',
    example: {
      office: OFFICE,
      phone: { id: 1, name: 'Pixel on the shelf', evidence: 'handset' },
      gateway: null,
      hasTest: false,
    },
  },
  createFirstOffice: {
    summary: 'Create an office with its client and its partner',
    description: 'All three or, if one is refused, none.',
    problems: ['directory.name-taken'],
    exampleBody: {
      partner: 'Acorn Dental Group',
      client: 'Acorn North',
      office: OFFICE.name,
      phoneNumber: '+12025550100',
    },
    example: {
      ...OFFICE,
      retired: false,
      parents: [
        { id: 2, name: 'Acorn North', retired: false },
        { id: 1, name: 'Acorn Dental Group', retired: false },
      ],
      clientId: 2,
      phoneNumber: '+12025550100',
      managerFirstName: '',
      managerLastName: '',
      gatewayId: null,
    },
  },
} as const satisfies Record<string, CallDoc>;
