/** API documentation of handsets. */
import { TOTAL_COUNT_HEADER } from '../headers.ts';
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
const KEY = {
  id: 3,
  phoneId: 1,
  phoneName: 'Pixel 8',
  label: 'Pixel 8 on the shelf',
  madeBy: 'admin',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  lastUsedAt: '2026-11-21T10:00:04.210-08:00',
  revokedAt: null,
};
const PROOF =
  'A handset authenticates with its key and can confirm only messages to its own phone. A console session may report for any phone. An unknown code gets 404, but the report is stored, and matched if the message appears.';

export const handsetDocs = {
  messageReceivedSms: {
    summary: 'Report a received SMS',
    description: PROOF,
    problems: ['handset-key.invalid', 'message.unknown'],
    body: messageReceivedBodySchema,
    exampleBody: RECEIVED,
    example: ANSWER,
  },
  messageReceivedMms: {
    summary: 'Report a received MMS with its files',
    description: `${PROOF} A file that cannot be kept does not cost the reception: \`ignored\` names it.`,
    problems: ['handset-key.invalid', 'message.unknown'],
    body: messageReceivedBodySchema,
    form: 'content only',
    exampleBody: RECEIVED,
    example: ANSWER,
  },
  handsetPing: {
    summary: 'Report that a handset is online',
    description:
      'Sent with the key of the phone, every few minutes. A phone that pings regularly and has been silent for `HANDSET_OFFLINE_AFTER` is offline; messages that it could not confirm end as `handset offline`. Receptions count as signs of life too. All fields are optional; an empty body will do too.',
    problems: ['handset-key.invalid'],
    body: handsetPingBodySchema,
    exampleBody: { battery: 0.87, charging: true, network: 'wifi' },
  },
  phonesHealth: {
    summary: 'Get the health of the test phones',
    description: 'Phones without any sign of life are left out.',
    example: {
      offlineAfterSeconds: 900,
      phones: [
        {
          phoneId: 1,
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
    summary: 'List the keys of the test phones, by page',
    description:
      'Newest first, including revoked ones; with `phoneId` those of one phone. The keys themselves are not stored.',
    problems: ['phone.unknown'],
    answerHeaders: [TOTAL_COUNT_HEADER],
    example: [KEY],
  },
  createHandsetKey: {
    summary: 'Create a key for a test phone',
    description: 'The key is shown once; only its hash is stored.',
    problems: ['phone.unknown'],
    exampleBody: { phoneId: 1, label: 'Pixel 8 on the shelf' },
    example: { id: 3, key: 'tph_2kW8mH1sS0b3zj5d0v9Qx7uYt4aRnE6c' },
  },
  renameHandsetKey: {
    summary: 'Change the label of a key',
    problems: ['handset-key.unknown'],
    exampleBody: { label: 'Pixel 8 on the shelf' },
    example: KEY,
  },
  rotateHandsetKey: {
    summary: 'Replace a key',
    description:
      'Creates a new key with the same phone and label, and shows it once. The old key keeps working for 24 hours. A key that was already rotated cannot be rotated again.',
    problems: ['handset-key.unknown'],
    example: { id: 4, key: 'tph_9Qx7uYt4aRnE6c2kW8mH1sS0b3zj5d0v' },
  },
  deleteHandsetKey: {
    summary: 'Revoke a key',
    description: 'The key is invalid from then on.',
    problems: ['handset-key.unknown'],
  },
} as const satisfies Record<string, CallDoc>;
