/** Offices that can be assigned to a gateway. */
import type { Gateway } from '@textprobe/contract/gateways';
import { expect, it } from 'vitest';
import type { DirectoryEntries } from '../../../api/directory.ts';
import {
  changesOf,
  changeWords,
  officeChoices,
  selectedClients,
  servedWords,
  withSelectedClients,
} from './office-choice.ts';

const office = (id: number, clientId: number, name: string) =>
  ({ id, clientId, name, phoneNumber: '', managerFirstName: '', managerLastName: '' }) as const;
const DIRECTORY: DirectoryEntries = {
  partners: [{ id: 1, name: 'Harbor' }],
  clients: [
    { id: 1, name: 'Bayview', partnerId: 1 },
    { id: 2, name: 'Alder', partnerId: 1 },
  ],
  offices: [
    office(1, 1, 'Oakland'),
    office(2, 1, 'Berkeley'),
    office(3, 2, 'Boulder'),
    office(4, 2, 'Denver'),
  ],
};
const gateway = (over: Partial<Gateway>): Gateway => ({
  id: 7,
  name: 'acme',
  kind: 'smpp',
  source: 'database',
  isDefault: false,
  isDefaultMms: false,
  sendsMms: false,
  throughput: null,
  account: null,
  offices: 0,
  link: null,
  ignoredReceipts: [],
  settings: {},
  secrets: [],
  updatedAt: null,
  ...over,
});
const OTHER = gateway({ id: 8, name: 'lab', isDefault: true });

it('offers every office except those of the gateways file, by client, with the gateway each uses now', () => {
  const assignments = [
    { officeId: 1, gatewayId: 7, pinned: false },
    { officeId: 2, gatewayId: 8, pinned: false },
    { officeId: 3, gatewayId: 9, pinned: false },
    { officeId: 4, gatewayId: 8, pinned: true },
  ];
  const choices = officeChoices(DIRECTORY, assignments, 7, [gateway({}), OTHER]);
  expect(choices.options).toEqual([
    { id: 3, clientId: 2, label: 'Boulder', group: 'Alder', note: 'a removed gateway' },
    { id: 1, clientId: 1, label: 'Oakland', group: 'Bayview' },
    { id: 2, clientId: 1, label: 'Berkeley', group: 'Bayview', note: 'lab' },
  ]);
  expect(choices).toMatchObject({ assigned: [1], pinnedHere: 0, pinnedElsewhere: 1 });
});

it('distinguishes clients of the same name by their partners', () => {
  const two = [...DIRECTORY.partners, { id: 2, name: 'Summit' }];
  const { options } = officeChoices({ ...DIRECTORY, partners: two }, [], 7, []);
  expect(options.map(({ group }) => group)).toEqual([
    'Alder (Harbor)',
    'Alder (Harbor)',
    'Bayview (Harbor)',
    'Bayview (Harbor)',
  ]);
});

it('counts a client as selected once all of its offices are, and selects all of them with it', () => {
  const { options } = officeChoices(DIRECTORY, [], 7, []);
  expect(selectedClients(options, [1, 3, 4])).toEqual([2]);
  expect(new Set(withSelectedClients(options, [1, 3, 4], [1, 2]))).toEqual(new Set([1, 2, 3, 4]));
  // An office selected by itself stays when another client is deselected.
  expect(withSelectedClients(options, [1, 3, 4], [])).toEqual([1]);
});

it('changes only what differs from before', () => {
  expect(changesOf([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
  expect(changesOf([1, 2], [2, 1])).toEqual({ added: [], removed: [] });
  expect(changeWords({ name: 'acme', added: 1, removed: 1_200 })).toBe(
    '1 office will use acme, 1,200 offices will use the default gateway',
  );
  expect(changeWords({ name: 'acme', added: 0, removed: 0 })).toBe('');
});

it('says which gateway removed offices use, and how MMS are sent', () => {
  expect(servedWords(gateway({}), [gateway({}), OTHER]).join(' ')).toMatch(
    /use the default gateway, lab\. acme can’t send files.*can’t be sent\.$/,
  );
  const mms = gateway({ id: 9, name: 'twilio', kind: 'twilio', sendsMms: true, isDefaultMms: true });
  expect(servedWords(gateway({}), [mms]).join(' ')).toMatch(
    /can’t send until it gets another gateway\. .*so MMS for these offices go through twilio\.$/,
  );
  expect(servedWords({ ...mms, isDefault: true }, [mms])).toEqual([
    expect.stringMatching(
      /twilio is the default gateway: it also sends for every office without its own gateway\.$/,
    ),
  ]);
});
