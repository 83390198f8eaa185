/** API documentation of handset sources. */
import { httpsmsEventSchema, smsGatewayEventSchema, twilioInboundSchema } from '../handset-sources.ts';
import type { CallDoc } from './call-doc.ts';

const SOURCE = {
  id: '5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b',
  kind: 'sms-gateway',
  name: 'Pixel 8 on the shelf',
  url: 'https://textprobe.example/api/inboxes/sms-gateway/5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b',
  madeBy: 'admin',
  createdAt: '2026-11-21T10:00:00.000-08:00',
  lastUsedAt: '2026-11-21T10:00:04.210-08:00',
  oldSecretUntil: null,
  phones: [{ phoneId: 1, deviceId: 'ffffffffceb0b1db0000018e937c815b', simSlot: 1 }],
  unmapped: [],
};
const PHONES = [{ phoneId: 1, deviceId: 'ffffffffceb0b1db0000018e937c815b', simSlot: 1 }];
const AT_ONCE =
  'A 2xx response means that the report is stored; it is processed afterwards. Duplicates change nothing. A signature that is missing, wrong or older than five minutes is 401, and so is an unknown source.';

export const handsetSourceDocs = {
  handsetSources: {
    summary: 'List the apps and accounts that report for test phones',
    description: 'Includes the devices that have reported but are not mapped to a phone.',
    example: [SOURCE],
  },
  createHandsetSource: {
    summary: 'Add an app or account that reports for test phones',
    description:
      '`url` is where it must post to. If no secret is given, one is generated and shown once; it is stored encrypted. httpSMS and Twilio sign the URL too, so they need `PUBLIC_URL`.',
    problems: ['phone.unknown', 'secrets.unavailable'],
    exampleBody: { kind: 'sms-gateway', name: 'Pixel 8 on the shelf', phones: PHONES },
    example: { ...SOURCE, secret: 'Zt8yqk0Xv2mH5sJwB7nR4cLpQ9dF1gAe6uYiTo3KxNM' },
  },
  renameHandsetSource: {
    summary: 'Change the name of a source',
    problems: ['handset-source.unknown'],
    exampleBody: { name: 'Pixel 8 on the shelf' },
    example: SOURCE,
  },
  setHandsetSourcePhones: {
    summary: 'Set the phones that a source reports for',
    description:
      'Replaces the previous list. SMS Gateway for Android identifies a phone by device and SIM slot; httpSMS and Twilio by its number, so leave both out. Reports waiting for their phone are processed then.',
    problems: ['handset-source.unknown', 'phone.unknown'],
    exampleBody: { phones: PHONES },
    example: SOURCE,
  },
  rotateHandsetSource: {
    summary: 'Replace the secret of a source',
    description:
      'The old secret keeps working for 24 hours; rotating again within that time ends it and keeps the one just replaced. Twilio needs `secret`, the new auth token, which is used for its files at once. Otherwise a secret is generated and shown once.',
    problems: ['handset-source.unknown', 'secrets.unavailable'],
    exampleBody: {},
    example: {
      ...SOURCE,
      oldSecretUntil: '2026-11-22T10:00:00.000-08:00',
      secret: 'cLpQ9dF1gAe6uYiTo3KxNMZt8yqk0Xv2mH5sJwB7nR4',
    },
  },
  deleteHandsetSource: {
    summary: 'Revoke a source',
    description: 'Its URL answers 401 from then on. Earlier reports stay.',
    problems: ['handset-source.unknown'],
  },
  smsGatewayInbox: {
    summary: 'Report in the format of SMS Gateway for Android',
    description: `Signed by \`X-Signature\` over body and \`X-Timestamp\`, HMAC-SHA256 in hexadecimal. ${AT_ONCE}`,
    problems: ['handset-source.invalid', 'secrets.unavailable'],
    body: smsGatewayEventSchema,
    exampleBody: {
      deviceId: 'ffffffffceb0b1db0000018e937c815b',
      event: 'sms:received',
      id: 'Ey6ECgOkVVFjz3CL48B8C',
      webhookId: 'LreFUt-Z3sSq0JufY9uWB',
      payload: {
        messageId: 'abc123',
        message: 'Hello Ada 👋 #M7Q2K9X4TBC',
        sender: '2025550100',
        recipient: null,
        simNumber: 1,
        receivedAt: '2026-11-21T10:00:04.000-08:00',
      },
    },
    example: {},
  },
  httpsmsInbox: {
    summary: 'Report in the format of httpSMS',
    description: `Authenticated by \`Authorization: Bearer\` with a JSON web token (HS256) whose audience is this URL. ${AT_ONCE}`,
    problems: ['handset-source.invalid', 'secrets.unavailable'],
    body: httpsmsEventSchema,
    exampleBody: {
      specversion: '1.0',
      id: 'f4aed1d3-ab4f-42b9-b9dd-9fc7182f7197',
      source: '/v1/messages/receive',
      type: 'message.phone.received',
      time: '2026-11-21T18:00:04.524331882Z',
      datacontenttype: 'application/json',
      data: {
        message_id: '0b0123bb-ef2e-468f-908a-c026d51636aa',
        contact: '+12025550100',
        owner: '+12025550200',
        content: 'Hello Ada 👋 #M7Q2K9X4TBC',
        sim: 'SIM1',
        timestamp: '2026-11-21T18:00:04.21Z',
      },
    },
    example: {},
  },
  twilioInbox: {
    summary: 'Report in the format of Twilio',
    description: `Signed by \`X-Twilio-Signature\` over URL and fields. Files are fetched afterwards. ${AT_ONCE}`,
    problems: ['handset-source.invalid', 'secrets.unavailable'],
    body: twilioInboundSchema,
    form: 'fields only',
    exampleBody: {
      MessageSid: 'SM00000000000000000000000000000001',
      AccountSid: 'AC00000000000000000000000000000001',
      From: '+12025550100',
      To: '+12025550200',
      Body: 'Hello Ada 👋 #M7Q2K9X4TBC',
      NumMedia: '0',
    },
    answerType: 'text/xml',
  },
} as const satisfies Record<string, CallDoc>;
