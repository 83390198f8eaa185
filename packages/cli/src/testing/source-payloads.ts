/** Sources, and what they post, for tests of handset sources; each report has an id of its own. */

export const DEVICE = 'ffffffffceb0b1db';
export const PIXEL = {
  kind: 'sms-gateway',
  name: 'Pixel',
  phones: [{ phoneID: 1, deviceID: DEVICE, simSlot: 1 }],
};
export const TWILIO = { kind: 'twilio', name: 'Numbers', secret: 'the-auth-token', phones: [{ phoneID: 1 }] };

let lastId = 0;
/** As SMS Gateway for Android posts it, of the handset that is PIXEL's. */
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

/** As Twilio posts it, of an MMS with one file. */
export const mmsOf = (text: string, link: string) => ({
  MessageSid: `MM${lastId++}`,
  AccountSid: 'AC01',
  From: '+12025550100',
  To: '+12025550200',
  Body: text,
  NumMedia: '1',
  MediaUrl0: link,
});
