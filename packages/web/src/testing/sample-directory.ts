/** A small directory and the answers of the calls that read it, for tests of screens that choose recipients. */
import { directoryCalls, type TestPhone, type WholeDirectory } from '@textprobe/contract/directory';
import { answer } from './render-part.tsx';

const manager = { managerFirstName: 'Dana', managerLastName: 'Reyes' };

/** Two partners: one with two clients, one with one. */
export const SAMPLE_DIRECTORY: WholeDirectory = {
  partners: [
    { id: 2, name: 'Harbor Health Group' },
    { id: 3, name: 'Summit Property Partners' },
  ],
  clients: [
    { id: 20, name: 'Bayview Dental', partnerId: 2 },
    { id: 21, name: 'Cedar Family Medicine', partnerId: 2 },
    { id: 30, name: 'Alder Street Apartments', partnerId: 3 },
  ],
  offices: [
    { id: 200, name: 'Oakland', clientId: 20, officePhoneNumber: '+15105550101', ...manager },
    { id: 201, name: 'Berkeley', clientId: 20, officePhoneNumber: '+15105550102', ...manager },
    { id: 210, name: 'Sacramento', clientId: 21, officePhoneNumber: '+19165550111', ...manager },
    { id: 300, name: 'Denver', clientId: 30, officePhoneNumber: '+13035550131', ...manager },
  ],
};

export const SAMPLE_PHONES: TestPhone[] = [
  { phoneID: 5, name: 'Avery', phoneNumber: '+12135550181', carrier: 'AT&T' },
  { phoneID: 6, name: 'Casey', phoneNumber: '+12135550183', carrier: 'Verizon' },
];

export const DIRECTORY_ANSWERS = {
  ...answer(directoryCalls.partners, SAMPLE_DIRECTORY.partners),
  ...answer(directoryCalls.clients, (query) =>
    SAMPLE_DIRECTORY.clients.filter(({ partnerId }) => partnerId === Number(query.get('partnerId'))),
  ),
  ...answer(directoryCalls.offices, (query) =>
    SAMPLE_DIRECTORY.offices.filter(({ clientId }) => clientId === Number(query.get('clientId'))),
  ),
  ...answer(directoryCalls.wholeDirectory, SAMPLE_DIRECTORY),
  ...answer(directoryCalls.testPhones, SAMPLE_PHONES),
};
