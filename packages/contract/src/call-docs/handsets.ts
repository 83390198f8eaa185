/** Handsets in the description of the interface. */
import { messageReceivedBodySchema } from '../message-received.ts';
import { handsetPingBodySchema } from '../phone-health.ts';
import type { CallDoc } from './call-doc.ts';

const RECEIVED = {
  messageCode: 'M7Q2K9X4TBC',
  messageBody: 'Hello Ada 👋 #M7Q2K9X4TBC',
  sender: '+12025550100',
  receivedAt: '2026-11-21T10:00:04.210-08:00',
};
const ANSWER = { testLogID: 41, testActivityStatus: 'RECEIVED' };
const PROOF =
  'A handset proves itself by its key and confirms messages to its own phone only. A console session may report on behalf of any phone. A code that is not known is answered 404 and kept: a message whose reception comes before it is known here finds it later.';

export const handsetDocs = {
  messageReceivedSms: {
    summary: 'Report an SMS that arrived',
    description: PROOF,
    problems: ['handset-key.invalid', 'message.unknown'],
    body: messageReceivedBodySchema,
    exampleBody: RECEIVED,
    example: ANSWER,
  },
  messageReceivedMms: {
    summary: 'Report an MMS that arrived, with its files',
    description: PROOF,
    problems: [
      'handset-key.invalid',
      'message.unknown',
      'media.too-large',
      'media.too-many',
      'media.empty',
      'media.type',
      'media.dimensions',
    ],
    body: messageReceivedBodySchema,
    form: 'content only',
    exampleBody: RECEIVED,
    example: ANSWER,
  },
  handsetPing: {
    summary: 'Say that a handset is there',
    description:
      'With the key of the phone, every few minutes. A phone that has ever pinged and is then not heard of for the span of `HANDSET_OFFLINE_AFTER` is offline; messages that it could not confirm end as `handset offline`. Receptions count as signs of life too. All fields are optional; an empty body will do too.',
    problems: ['handset-key.invalid'],
    body: handsetPingBodySchema,
    exampleBody: { battery: 0.87, charging: true, network: 'wifi' },
  },
  phonesHealth: {
    summary: 'Show how the test phones are',
    description: 'Phones that were never heard of are left out.',
    example: {
      offlineAfterSeconds: 900,
      testPhones: [
        {
          phoneID: 1,
          presence: 'online',
          lastHeardAt: '2026-11-21T10:00:04.210-08:00',
          lastPingAt: '2026-11-21T10:00:04.210-08:00',
          battery: 0.87,
          charging: true,
          network: 'wifi',
          source: 'native',
        },
      ],
    },
  },
  handsetKeys: {
    summary: 'List the keys of a test phone',
    description: 'Newest first, those that were revoked among them. The keys themselves are not kept.',
    problems: ['phone.unknown'],
    example: [
      {
        id: 3,
        phoneID: 1,
        label: '',
        madeBy: 'admin',
        createdAt: '2026-11-21T10:00:00.000-08:00',
        lastUsedAt: '2026-11-21T10:00:04.210-08:00',
        revokedAt: null,
      },
    ],
  },
  createHandsetKey: {
    summary: 'Give a test phone a key',
    description: 'The key is shown this once; only its hash is kept.',
    problems: ['phone.unknown'],
    exampleBody: { phoneID: 1 },
    example: { id: 3, key: 'tph_2kW8mH1sS0b3zj5d0v9Qx7uYt4aRnE6c' },
  },
  deleteHandsetKey: {
    summary: 'Take a key away',
    description: 'From then on it proves nothing.',
    problems: ['handset-key.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
