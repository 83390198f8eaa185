/** API documentation of gateways. */
import { twilioStatusSchema } from '../gateways.ts';
import type { CallDoc } from './call-doc.ts';

const SETTINGS = {
  host: 'smpp.example.com',
  port: 2775,
  systemId: 'textprobe',
  window: 10,
  throughput: 10,
};
const ACME = {
  id: 3,
  name: 'acme',
  kind: 'smpp',
  source: 'database',
  isDefault: true,
  isDefaultMms: false,
  sendsMms: false,
  throughput: 10,
  account: 'smpp.example.com:2775 textprobe',
  offices: 0,
  settings: SETTINGS,
  secrets: [{ name: 'password', setAt: '2026-11-21T10:00:04.210-08:00' }],
  link: { state: 'up', since: '2026-11-21T10:00:06.031-08:00', reason: null },
  ignoredReceipts: [
    {
      reason: 'unmatched',
      count: 2,
      newestAt: '2026-11-21T10:14:09.120-08:00',
      newest: 'id:8F3A01 from a number that ends in 23',
    },
  ],
  updatedAt: '2026-11-21T10:00:04.210-08:00',
};
const WRITE = { name: 'acme', isDefault: true, settings: { ...SETTINGS, password: 'a secret' } };
const TEST =
  'Binds and sends enquire_link, or fetches the account, and returns the result within ten seconds. No message is sent. This server itself is not reached, unless it runs the simulated carriers; in a private network, the result only shows whether a carrier accepts the account.';
const TESTED = {
  ok: true,
  words: 'Bound to smpp.example.com:2775 as transceiver, and enquire_link was answered.',
  tookMs: 84,
};

export const gatewayDocs = {
  gateways: {
    summary: 'List the gateways',
    description: 'Includes those of the gateways file or the lab, without their settings.',
    example: [ACME],
  },
  readGateway: {
    summary: 'Get one gateway',
    problems: ['gateway.unknown'],
    example: ACME,
  },
  gatewayHours: {
    summary: 'Count what each gateway sent in the last 24 hours',
    description:
      'By the hour in which messages were sent: how many, and how many of those with a known outcome were received.',
    example: [
      {
        gatewayId: 3,
        hours: [{ at: '2026-11-21T10:00:00.000-08:00', messages: 140, known: 133, received: 126 }],
      },
    ],
  },
  createGateway: {
    summary: 'Add a gateway',
    description:
      'Takes the settings of the gateways file, including secrets, which are stored encrypted and never shown. Workers open the gateway within a few seconds.',
    problems: ['gateway.name-taken', 'gateway.no-public-url', 'secrets.unavailable'],
    exampleBody: { kind: 'smpp', ...WRITE },
    example: { ...ACME, link: null, ignoredReceipts: [] },
  },
  updateGateway: {
    summary: 'Change a gateway',
    description:
      'Workers finish messages in flight over it, then reopen it. A secret must be entered again if the change would send it to another destination.',
    problems: [
      'gateway.unknown',
      'gateway.read-only',
      'gateway.name-taken',
      'gateway.no-public-url',
      'secrets.unavailable',
    ],
    exampleBody: WRITE,
    example: ACME,
  },
  deleteGateway: {
    summary: 'Remove a gateway',
    description:
      'Refused while messages wait for it or offices are assigned to it. Its name stays with the messages it has sent; later receipts for them are lost.',
    problems: ['gateway.unknown', 'gateway.read-only', 'gateway.in-use'],
  },
  testGateway: {
    summary: 'Test the connection of a gateway',
    description: `${TEST} Without settings, those of the gateway are tested; omitted secrets keep their stored values.`,
    problems: ['gateway.unknown', 'gateway.read-only', 'secrets.unavailable'],
    exampleBody: { settings: SETTINGS },
    example: TESTED,
  },
  testNewGateway: {
    summary: 'Test the connection of a gateway that is not added yet',
    description: TEST,
    problems: ['secrets.unavailable'],
    exampleBody: { kind: 'smpp', settings: WRITE.settings },
    example: TESTED,
  },
  officeGateways: {
    summary: 'List the offices with their own gateway',
    description:
      'All at once; the default gateway serves all others. `GET /api/directory/offices` has the gateway of each office, by page.',
    example: [{ officeId: 1, gatewayId: 3, pinned: false }],
  },
  assignGateway: {
    summary: 'Assign a gateway to offices',
    description:
      'Other offices keep theirs. Applies to runs that begin afterwards. Offices are in one transaction: all are assigned or none.',
    problems: ['gateway.unknown', 'office.unknown', 'office.pinned'],
    exampleBody: { officeIds: [1, 2], gatewayId: 3 },
  },
  gatewayStatus: {
    summary: 'Report the status of a message, in Twilio’s format',
    description:
      'Signed by `X-Twilio-Signature` over URL and fields; without a valid signature the response is 403 without a body. A 2xx response means that the status is committed. Unknown statuses are accepted and ignored.',
    problems: ['route.unknown', 'secrets.unavailable'],
    body: twilioStatusSchema,
    form: 'fields only',
    exampleBody: {
      MessageSid: 'SM00000000000000000000000000000001',
      MessageStatus: 'delivered',
      To: '+12025550200',
    },
  },
} as const satisfies Record<string, CallDoc>;
