/** API documentation of the directory's entries: the same seven calls for each kind. */
import type { ProblemCode } from '../problem.ts';
import type { CallDoc } from './call-doc.ts';

const NUMBER = '+12025550100';
const PARTNER = { id: 1, name: 'Acorn Dental Group', retired: false };
const CLIENT = { id: 2, name: 'Acorn North', retired: false };
const manager = { managerFirstName: 'Ada', managerLastName: 'Lovelace' };
const officeBody = { name: 'Oak Street', clientId: 2, phoneNumber: NUMBER, ...manager, gatewayId: null };
const phoneBody = {
  name: 'Pixel on the shelf',
  phoneNumber: '+12025550200',
  carrier: 'Verizon',
  evidence: 'handset',
  partnerId: null,
};

interface Kind {
  /** As in `partner`. */
  readonly one: string;
  readonly body: object;
  /** The entry that the body makes, without `id` and `retired`. */
  readonly entry: object;
  readonly refusals: readonly ProblemCode[];
  /** What else a change, and retiring, does. */
  readonly onReplace?: string;
  readonly onRetire?: string;
}

function docsOf({ one, body, entry, refusals, onReplace = '', onRetire = '' }: Kind) {
  const inUse: readonly ProblemCode[] = onReplace === '' ? [] : ['directory.in-use'];
  const example = { id: 3, retired: false, ...body, ...entry };
  return {
    list: {
      summary: `List ${one}s as they are kept, by page`,
      description: `Unlike the lists for choosing recipients, it has retired ${one}s too.`,
      answerHeaders: ['X-Total-Count'],
      example: [example],
    },
    create: {
      summary: `Create one ${one}`,
      problems: refusals,
      answerHeaders: ['ETag'],
      exampleBody: body,
      example,
    },
    read: {
      summary: `Get one ${one} as it is kept`,
      problems: ['directory.unknown'],
      answerHeaders: ['ETag'],
      example,
    },
    replace: {
      summary: `Change one ${one}`,
      description: `Send the \`ETag\` of the last answer as \`If-Match\`: a change made since is not overwritten. Without the header, nothing is changed.${onReplace}`,
      problems: ['directory.unknown', 'directory.changed', ...inUse, ...refusals],
      answerHeaders: ['ETag'],
      exampleBody: body,
      example,
    },
    delete: {
      summary: `Delete one unused ${one}`,
      description: 'One that something refers to can only be retired.',
      problems: ['directory.unknown', 'directory.in-use'],
    },
    retire: {
      summary: `Retire one ${one}`,
      description: `It leaves the lists for choosing recipients, with everything below it, and new tests cannot name it. Tests that were scheduled before continue.${onRetire}`,
      problems: ['directory.unknown'],
      answerHeaders: ['ETag'],
      example: { ...example, retired: true },
    },
    restore: {
      summary: `Restore one retired ${one}`,
      ...(onRetire !== '' && { description: 'What was revoked when it was retired stays revoked.' }),
      problems: ['directory.unknown'],
      answerHeaders: ['ETag'],
      example,
    },
  } as const satisfies Record<string, CallDoc>;
}

const partners = docsOf({
  one: 'partner',
  body: { name: PARTNER.name, limitPerDay: null },
  entry: { parents: [], offices: 4 },
  refusals: ['directory.name-taken'],
  onRetire: ' The open pairings of its phones end, and their handset keys and sources are revoked.',
});
const clients = docsOf({
  one: 'client',
  body: { name: CLIENT.name, partnerId: 1 },
  entry: { parents: [PARTNER], offices: 4 },
  refusals: ['directory.name-taken'],
});
const offices = docsOf({
  one: 'office',
  body: officeBody,
  entry: { parents: [CLIENT, PARTNER] },
  refusals: ['directory.name-taken', 'office.pinned'],
});
const phones = docsOf({
  one: 'test phone',
  body: phoneBody,
  entry: { parents: [] },
  refusals: ['directory.number-taken'],
  onReplace:
    ' With another partner, its open pairing ends, and its handset keys and sources are revoked. Refused as `directory.in-use` while tests have yet to send to it from offices of other partners.',
  onRetire: ' Its open pairing ends, and its handset keys and sources are revoked.',
});

export const directoryEntryDocs = {
  listPartners: partners.list,
  createPartner: partners.create,
  readPartner: partners.read,
  replacePartner: partners.replace,
  deletePartner: partners.delete,
  retirePartner: partners.retire,
  restorePartner: partners.restore,
  listClients: clients.list,
  createClient: clients.create,
  readClient: clients.read,
  replaceClient: clients.replace,
  deleteClient: clients.delete,
  retireClient: clients.retire,
  restoreClient: clients.restore,
  listOffices: offices.list,
  createOffice: offices.create,
  readOffice: offices.read,
  replaceOffice: offices.replace,
  deleteOffice: offices.delete,
  retireOffice: offices.retire,
  restoreOffice: offices.restore,
  listPhones: phones.list,
  createPhone: phones.create,
  readPhone: phones.read,
  replacePhone: phones.replace,
  deletePhone: phones.delete,
  retirePhone: phones.retire,
  restorePhone: phones.restore,
};
