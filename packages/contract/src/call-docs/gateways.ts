/** Gateways in the description of the interface. */
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
  updatedAt: '2026-11-21T10:00:04.210-08:00',
};
const WRITE = { name: 'acme', isDefault: true, settings: { ...SETTINGS, password: 'a secret' } };

export const gatewayDocs = {
  gateways: {
    summary: 'List the gateways',
    description: 'Those of the carriers file or the lab too, without their settings.',
    example: [ACME],
  },
  createGateway: {
    summary: 'Set up a gateway',
    description:
      'Its settings are those of the carriers file, secrets among them; these are kept sealed and never shown again. Workers open it within a few seconds.',
    problems: ['gateway.name-taken', 'gateway.no-public-url', 'secrets.unavailable'],
    exampleBody: { kind: 'smpp', ...WRITE },
    example: { ...ACME, link: null },
  },
  updateGateway: {
    summary: 'Change a gateway',
    description:
      'Workers let what is under way over it end, and open it anew. A secret must be given again where the change would have it sent elsewhere.',
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
    summary: 'Take a gateway away',
    description:
      'Refused while messages wait to be sent over it or offices were given it. Its name stays with the messages it has sent; receipts that come later for them are lost.',
    problems: ['gateway.unknown', 'gateway.read-only', 'gateway.in-use'],
  },
  testGateway: {
    summary: 'Try a connection',
    description:
      'Binds and asks enquire_link, or asks for the account, and tells what happened within ten seconds. Nothing is sent. Of a gateway that is there, secrets that are left out are those it has.',
    problems: ['gateway.unknown', 'gateway.read-only', 'secrets.unavailable'],
    exampleBody: { kind: 'smpp', settings: WRITE.settings },
    example: {
      ok: true,
      words: 'Bound to smpp.example.com:2775 as transceiver, and enquire_link was answered.',
      tookMs: 84,
    },
  },
  officeGateways: {
    summary: 'List the offices that were given a gateway',
    description: 'The default gateway serves all others.',
    example: [{ officeID: 1, gatewayID: 3, pinned: false }],
  },
  assignGateway: {
    summary: 'Give offices a gateway',
    description: 'It counts for runs that begin from then on.',
    problems: ['gateway.unknown', 'office.unknown', 'office.pinned'],
    exampleBody: { officeIDs: [1, 2], gatewayID: 3 },
  },
  gatewayStatus: {
    summary: 'Report what became of a message, as Twilio does',
    description:
      'Signed by `X-Twilio-Signature` over address and fields; without it the answer is 403, and no body comes with it. It is answered once it is committed. A status that is not known is taken and left.',
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
