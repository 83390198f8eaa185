/**
 * The parameters follow https://www.twilio.com/docs/messaging/guides/webhook-request ("Request parameters", "Media-
 * related parameters"), the signature https://www.twilio.com/docs/usage/security, both as of November 2026. Not
 * tested with an account.
 */
import { describe, expect, test } from 'vitest';
import type { InboxRequest } from '../../inbox-port.ts';
import { inboxConformance, receiveAt } from '../../testing/inbox-conformance.ts';
import {
  ANY_PHONE,
  addressOf,
  createRigInbox,
  postTo,
  requestTo,
  SOURCE_SECRET,
  warningsOf,
} from '../../testing/source-rig.ts';
import { signForm } from '../../twilio/signature.ts';
import { twilioInboundDialect } from './twilio-inbound-dialect.ts';

const ADDRESS = addressOf(twilioInboundDialect);

const SMS = {
  ToCountry: 'US',
  MessageSid: 'SM0123456789abcdef0123456789abcdef',
  SmsMessageSid: 'SM0123456789abcdef0123456789abcdef',
  NumMedia: '0',
  SmsSid: 'SM0123456789abcdef0123456789abcdef',
  SmsStatus: 'received',
  Body: 'Ahoy 👋',
  To: '+12025550200',
  NumSegments: '1',
  AccountSid: 'AC0123456789abcdef0123456789abcdef',
  From: '+14017122661',
  ApiVersion: '2010-04-01',
};

const bytesOf = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString());

function signed(body: Uint8Array, { token = SOURCE_SECRET, url = ADDRESS } = {}): InboxRequest {
  const form = new URLSearchParams(Buffer.from(body).toString());
  return requestTo(twilioInboundDialect, body, { 'x-twilio-signature': signForm(token, url, form) });
}

inboxConformance('twilio', (deliverArrivals) => {
  const report = (Body: string) => bytesOf({ ...SMS, Body });
  return {
    inbox: createRigInbox(twilioInboundDialect, deliverArrivals),
    phoneId: ANY_PHONE.phoneId,
    report: (text) => signed(report(text)),
    withBody: (body) => signed(body),
    forgeries: (text) => {
      const right = signed(report(text));
      return [
        { ...right, headers: {} },
        { ...right, headers: { 'x-twilio-signature': '' } },
        { ...right, body: report(`${text}!`) },
        { ...right, url: null },
        { ...right, url: `${ADDRESS}?x=1` },
        { ...right, params: { source: 'f'.repeat(32) } },
        signed(report(text), { token: 'another' }),
        signed(report(text), { url: 'https://elsewhere.example/sms' }),
      ];
    },
  };
});

describe('a report from Twilio', () => {
  test.each([
    ['PUBLIC_URL is not set', { ...signed(bytesOf(SMS)), url: null }, /PUBLIC_URL is not set/],
    [
      'signed with another token or for another URL',
      signed(bytesOf(SMS), { token: 'another' }),
      /does not match the auth token and https:\/\/textprobe\.example\/api\/inboxes\/twilio\//,
    ],
  ])('the log says why a report is refused: %s', async (_which, request, words) => {
    expect(await warningsOf(twilioInboundDialect, request)).toEqual([expect.stringMatching(words)]);
  });

  test('is answered with TwiML that sends no reply', async () => {
    const { response } = await postTo(twilioInboundDialect, signed(bytesOf(SMS)));
    expect(response).toEqual({
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
      contentType: 'text/xml; charset=utf-8',
    });
  });

  test('has text, sender and number, but no time', async () => {
    const { reports } = await postTo(twilioInboundDialect, signed(bytesOf(SMS)));
    expect(reports).toEqual([
      {
        id: SMS.MessageSid,
        text: 'Ahoy 👋',
        sender: '+14017122661',
        recipient: '+12025550200',
        deviceId: null,
        simSlot: null,
        stated: null,
        files: [],
        filesIncomplete: false,
        ignored: [],
      },
    ]);
  });

  test.each([
    [{ From: 'SUPPORT' }, { sender: 'SUPPORT' }],
    [{ To: ' 12025550200' }, { recipient: '12025550200' }],
    [{ NumMedia: '' }, { files: [], filesIncomplete: false }],
    [{ AddOns: '{"status":"successful","results":{}}', ToCity: '' }, { text: 'Ahoy 👋' }],
    [{ SmsStatus: 'receiving' }, { text: 'Ahoy 👋' }],
  ])('CALL-16 is kept with %j', async (given, read) => {
    const { response, reports } = await postTo(twilioInboundDialect, signed(bytesOf({ ...SMS, ...given })));
    expect(response.status).toBe(200);
    expect(reports).toMatchObject([read]);
  });

  test('CALL-16 a status callback for a message from us is no reception', async () => {
    const { Body: _text, ...callback } = { ...SMS, MessageStatus: 'delivered', SmsStatus: 'delivered' };
    const { response, reports, pings } = await postTo(twilioInboundDialect, signed(bytesOf(callback)));
    expect({ status: response.status, reports, pings }).toEqual({ status: 200, reports: [], pings: [] });
  });

  test('accepts an apostrophe and a plus in the query of the URL, as signed', async () => {
    const url = `${ADDRESS}?office=St+John's`;
    const request = { ...signed(bytesOf(SMS), { url }), url };
    expect((await postTo(twilioInboundDialect, request)).response.status).toBe(200);
  });

  test('CALL-17 links the files of an MMS, to be fetched with the account’s id', async () => {
    const link = 'https://api.twilio.com/2010-04-01/Accounts/AC01/Messages/MM01/Media/ME0';
    const mms = {
      ...SMS,
      MessageSid: 'MM0123456789abcdef0123456789abcdef',
      NumMedia: '2',
      MediaUrl0: `${link}1`,
      MediaContentType0: 'image/jpeg',
      MediaUrl1: `${link}2`,
      MediaContentType1: 'video/mp4',
    };
    const { reports } = await postTo(twilioInboundDialect, signed(bytesOf(mms)));
    expect(reports).toMatchObject([
      {
        files: [`${link}1`, `${link}2`].map((url) => ({ kind: 'link', url, user: SMS.AccountSid })),
        filesIncomplete: false,
      },
    ]);
    const short = await postTo(twilioInboundDialect, signed(bytesOf({ ...mms, NumMedia: '3' })));
    expect(short.reports).toMatchObject([{ files: [{}, {}], filesIncomplete: true }]);
    const odd = await postTo(twilioInboundDialect, signed(bytesOf({ ...mms, NumMedia: 'many' })));
    expect(odd.reports).toMatchObject([{ files: [] }]);
  });

  test('CALL-17 an MMS without a text has an empty text', async () => {
    const { Body: _text, ...bare } = SMS;
    const { reports } = await postTo(twilioInboundDialect, signed(bytesOf(bare)));
    expect(reports).toMatchObject([{ text: '' }]);
  });

  test('accepts a URL with the explicit https port', async () => {
    const url = ADDRESS.replace('.example', '.example:443');
    expect((await postTo(twilioInboundDialect, signed(bytesOf(SMS), { url }))).response.status).toBe(200);
  });

  test('a message to an unknown number is stored without a phone', async () => {
    const inbox = createRigInbox(twilioInboundDialect, async (arrivals) => {
      expect(arrivals).toMatchObject([{ phoneId: null }]);
      return [];
    });
    const request = signed(bytesOf({ ...SMS, To: '+12025550299' }));
    const { status } = await receiveAt(
      inbox,
      request,
      async () => [],
      async () => {},
    );
    expect(status).toBe(200);
  });
});
