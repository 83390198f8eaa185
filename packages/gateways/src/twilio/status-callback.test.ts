import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import type { CarrierReceipt } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { signForm } from './signature.ts';
import { createStatusCallback, readStatus } from './status-callback.ts';

const URL_TOLD = 'https://textprobe.example/api/gateways/1/status';
const inbox = createStatusCallback({
  path: '/api/gateways/1/status',
  url: () => URL_TOLD,
  authToken: 'secret',
  clock: createManualClock(5_000),
  log: silentLog,
});

const said = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+14155550123', From: '+12125550100' };

async function post(
  fields: Record<string, string> | [string, string][],
  sign: { token?: string; url?: string; signature?: string } = {},
  commit: () => Promise<void> = async () => {},
) {
  const form = new URLSearchParams(fields);
  const signature = sign.signature ?? signForm(sign.token ?? 'secret', sign.url ?? URL_TOLD, form);
  const receipts: CarrierReceipt[] = [];
  const request = {
    headers: { 'x-twilio-signature': signature },
    body: Buffer.from(form.toString()),
  };
  const status = await inbox.receive(request, (receipt) => {
    receipts.push(receipt);
    return commit();
  });
  return { status, receipts };
}

test('takes parameters in any order, unknown ones too, and addresses with the port', async () => {
  const more = { ...said, RawDlrDoneDate: '2611211012', ChannelPrefix: 'x', ErrorCode: '' };
  const shuffled = Object.entries(more).toReversed() as [string, string][];
  for (const sent of [post(said), post(shuffled), post(more, { url: URL_TOLD.replace('/api', ':443/api') })])
    expect(await sent).toMatchObject({ status: 204, receipts: [{ providerId: 'SM1', state: 'delivered' }] });
});

test('a bad signature is 403 and nothing is handed over', async () => {
  const forged = [
    post(said, { token: 'other' }),
    post(said, { url: 'https://textprobe.example/api/gateways/2/status' }),
    post(said, { signature: '' }),
    post(
      { ...said, MessageStatus: 'failed' },
      { signature: signForm('secret', URL_TOLD, new URLSearchParams(said)) },
    ),
  ];
  for (const sent of forged) expect(await sent).toEqual({ status: 403, receipts: [] });
});

test('what cannot be committed is not acknowledged', async () => {
  const { status } = await post(said, {}, () => Promise.reject(new Error('the database is away')));
  expect(status).toBe(503);
});

test('a status that is not known, or one without a message, is taken and left', async () => {
  for (const fields of [{ ...said, MessageStatus: 'teleported' }, { MessageStatus: 'sent' }, {}] as Record<
    string,
    string
  >[])
    expect(await post(fields)).toEqual({ status: 204, receipts: [] });
});

test.each([
  ['accepted', 'enroute'],
  ['scheduled', 'enroute'],
  ['queued', 'enroute'],
  ['sending', 'enroute'],
  ['sent', 'enroute'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('status %s counts as %s', (status, state) => {
  const receipt = readStatus(new URLSearchParams({ ...said, MessageStatus: status }), 7);
  expect(receipt).toMatchObject({ state, recipient: '+14155550123', idVariants: ['sm1'], at: 7 });
  expect(receipt?.error === null).toBe(state !== 'failed');
});

test.each([
  ['30003', /cannot be reached/],
  ['30005', /does not exist/],
  ['30006', /landline/],
  ['30007', /filtered/],
  ['30008', /gave no reason/],
  ['30034', /A2P 10DLC/],
  ['12345', /error 12345\.$/],
])('error code %s is told in words', (code, words) => {
  const form = new URLSearchParams({ ...said, MessageStatus: 'undelivered', ErrorCode: code });
  expect(readStatus(form, 0)?.error).toMatch(words);
});
