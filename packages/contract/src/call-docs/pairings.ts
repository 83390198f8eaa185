/** API documentation of pairings. */
import type { CallDoc } from './call-doc.ts';
import { LOG_EXAMPLE } from './logs.ts';

const PAIRING = {
  id: 4,
  phoneId: 1,
  phoneName: 'Pixel on the shelf',
  phoneNumber: '+15105550102',
  kind: 'own-app',
  madeBy: 'admin',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  expiresAt: '2026-11-21T10:10:00.000-08:00',
  opened: null,
  address: 'https://textprobe.example',
  reporter: null,
  text: 'PAIR-7K2M9-QX4TD',
  sent: null,
  confirmedAt: null,
  misreportedAt: null,
  endedAt: null,
};
const OPENED = {
  ...PAIRING,
  opened: { at: '2026-11-21T10:00:30.000-08:00', by: 'Chrome 141 on Android' },
  reporter: {
    keyId: 7,
    sourceId: null,
    url: 'https://textprobe.example/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms',
    works: true,
  },
};

export const pairingDocs = {
  pairings: {
    summary: 'List the pairings of a test phone',
    description: 'The newest first, at most ten.',
    problems: ['phone.unknown'],
    example: [PAIRING],
  },
  createPairing: {
    summary: 'Start pairing a test phone',
    description:
      'Ends the open pairing of the phone. The link works for ten minutes and shows the settings once, to the first browser; that creates the key or source. `receipt` needs no settings: from then on, only receipts count for the phone. httpSMS and Twilio sign the URL too, so they need `PUBLIC_URL`. Only administrators may pair phones that all partners share.',
    problems: ['phone.unknown', 'secrets.unavailable'],
    exampleBody: { phoneId: 1, kind: 'own-app' },
    example: { pairing: PAIRING, url: 'https://textprobe.example/pair#q1W2e3R4t5Y6u7I8o9P0aS' },
  },
  pairing: {
    summary: 'Get a pairing and its progress',
    problems: ['pairing.unknown'],
    example: OPENED,
  },
  endPairing: {
    summary: 'End an unconfirmed pairing',
    description: 'Its link stops working, and its key or source is revoked.',
    problems: ['pairing.unknown', 'pairing.done'],
    example: { ...OPENED, endedAt: '2026-11-21T10:04:00.000-08:00' },
  },
  sendPairingText: {
    summary: 'Send the text of a pairing to its phone',
    description:
      'Creates an ordinary test of one SMS, within the daily limits; at most 3 an hour to a number and 20 a day by an account. The pairing is confirmed when its own key or source reports the text.',
    problems: ['pairing.unknown', 'pairing.done', 'pairing.too-often', 'limit.reached'],
    exampleBody: { officeId: 1 },
    example: {
      ...OPENED,
      sent: { testId: 41, at: '2026-11-21T10:01:00.000-08:00', testLog: LOG_EXAMPLE, waitsFor: null },
    },
  },
  setUpPhone: {
    summary: 'Set up SMS Gateway for Android through its local server',
    description:
      'Sets webhooks, signing key and ping in the app at an address in this network. The app’s responses are not passed on.',
    problems: ['pairing.unknown', 'pairing.done', 'secrets.unavailable'],
    exampleBody: { address: '192.168.1.10:8080', user: 'sms', password: 'the password that the app shows' },
    example: {
      pairing: OPENED,
      set: [
        'Signing key',
        'Ping every 5 minutes',
        'Webhook sms:received',
        'Webhook mms:downloaded',
        'Webhook system:ping',
      ],
    },
  },
  openPairing: {
    summary: 'Get the settings for a phone, once',
    description:
      'Creates the key or source. Further calls with the same code get 404, and so does a link whose maker may no longer pair the phone, or whose phone has moved to another partner or is retired.',
    problems: ['pair-code.unknown', 'origin.foreign', 'rate.limited', 'secrets.unavailable'],
    exampleBody: { code: 'q1W2e3R4t5Y6u7I8o9P0aS' },
    example: {
      kind: 'own-app',
      phoneName: 'Pixel on the shelf',
      url: 'https://textprobe.example/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms',
      mmsUrl: 'https://textprobe.example/api/tests/sm/v1/deliverabilitytestlogs/message-received/mms',
      pingUrl: 'https://textprobe.example/api/tests/sm/v1/handsets/ping',
      secret: 'tph_Zt8yqk0Xv2mH5sJwB7nR4cLpQ9dF1gAe6uYiTo3KxNM',
    },
  },
} as const satisfies Record<string, CallDoc>;
