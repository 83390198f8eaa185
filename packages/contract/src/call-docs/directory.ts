/** API documentation of the directory. */
import type { CallDoc } from './call-doc.ts';

const OFFICE = {
  id: 1,
  name: 'Oak Street',
  clientId: 1,
  officePhoneNumber: '+12025550100',
  managerFirstName: 'Ada',
  managerLastName: 'Lovelace',
};

export const directoryDocs = {
  partners: {
    summary: 'List the partners',
    example: [{ id: 1, name: 'Acorn Dental Group' }],
  },
  clients: {
    summary: 'List the clients of a partner',
    problems: ['partner.unknown'],
    example: [{ id: 1, name: 'Acorn North', partnerId: 1 }],
  },
  offices: {
    summary: 'List the offices of a client',
    description: 'The manager’s names fill the placeholders of a message.',
    problems: ['client.unknown'],
    example: [OFFICE],
  },
  testPhones: {
    summary: 'List the test phones',
    example: [{ phoneID: 1, name: 'Pixel on the shelf', phoneNumber: '+12025550200', carrier: 'Verizon' }],
  },
  wholeDirectory: {
    summary: 'List all partners, clients and offices at once',
    description: 'In the same order as in the other calls.',
    example: {
      partners: [{ id: 1, name: 'Acorn Dental Group' }],
      clients: [{ id: 1, name: 'Acorn North', partnerId: 1 }],
      offices: [OFFICE],
    },
  },
  searchDirectory: {
    summary: 'Find partners, clients, offices or test phones by words of their names, by number, or by id',
    description: 'Ordered by the names of their parents, then their own, by page.',
    answerHeaders: ['X-Total-Count'],
    example: [
      {
        id: 1,
        name: 'Oak Street',
        parents: ['Acorn North', 'Acorn Dental Group'],
        parentIds: [1, 1],
        isRetired: false,
      },
    ],
  },
} as const satisfies Record<string, CallDoc>;
