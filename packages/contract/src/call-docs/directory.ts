/** The directory in the description of the interface. */
import type { CallDoc } from './call-doc.ts';

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
    description: 'The names of the manager fill the placeholders of a message.',
    problems: ['client.unknown'],
    example: [
      {
        id: 1,
        name: 'Oak Street',
        clientId: 1,
        officePhoneNumber: '+12025550100',
        managerFirstName: 'Ada',
        managerLastName: 'Lovelace',
      },
    ],
  },
  testPhones: {
    summary: 'List the test phones',
    example: [{ phoneID: 1, name: 'Pixel on the shelf', phoneNumber: '+12025550200', carrier: 'Verizon' }],
  },
  wholeDirectory: {
    summary: 'List the whole directory at once',
    description: 'To turn ids into names. The lists are in the order of those of the other calls.',
    example: {
      partners: [{ id: 1, name: 'Acorn Dental Group' }],
      clients: [{ id: 1, name: 'Acorn North', partnerId: 1 }],
      offices: [{ id: 1, name: 'Oak Street', clientId: 1, officePhoneNumber: '+12025550100' }],
      testPhones: [
        { phoneID: 1, name: 'Pixel on the shelf', phoneNumber: '+12025550200', carrier: 'Verizon' },
      ],
    },
  },
} as const satisfies Record<string, CallDoc>;
