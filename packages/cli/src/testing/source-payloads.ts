/** Handset sources and their reports, for tests; each report has its own id. */

export const DEVICE = 'ffffffffceb0b1db';
export const PIXEL = {
  kind: 'sms-gateway',
  name: 'Pixel',
  phones: [{ phoneId: 1, deviceId: DEVICE, simSlot: 1 }],
};
export const TWILIO = { kind: 'twilio', name: 'Numbers', secret: 'the-auth-token', phones: [{ phoneId: 1 }] };

let lastId = 0;
/** A report of SMS Gateway for Android, from the device of PIXEL. */
export function smsOf(text: string, more: Record<string, unknown> = {}) {
  lastId += 1;
  const payload = {
    messageId: 'abc123',
    message: text,
    sender: '2025550100',
    recipient: null,
    simNumber: 1,
    receivedAt: '2026-11-21T10:00:04.000-08:00',
  };
  return { deviceId: DEVICE, event: 'sms:received', id: `event-${lastId}`, webhookId: 'w', payload, ...more };
}

/** A report of Twilio for an MMS with one file. */
export const mmsOf = (text: string, link: string) => ({
  MessageSid: `MM${lastId++}`,
  AccountSid: 'AC01',
  From: '+12025550100',
  To: '+12025550200',
  Body: text,
  NumMedia: '1',
  MediaUrl0: link,
});
