import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import type { CarrierReceipt, IgnoredReceipt } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { signForm } from './signature.ts';
import { createStatusCallback, readStatus } from './status-callback.ts';

const CALLBACK_URL = 'https://textprobe.example/api/gateways/1/status';
const ignored: IgnoredReceipt[] = [];
const inbox = createStatusCallback({
  path: '/api/gateways/1/status',
  url: () => CALLBACK_URL,
  authToken: 'secret',
  clock: createManualClock(5_000),
  log: silentLog,
  onIgnored: async (one) => void ignored.push(one),
});

const callback = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+14155550123', From: '+12125550100' };

async function post(
  fields: Record<string, string> | [string, string][],
  sign: { token?: string; url?: string; signature?: string } = {},
  commit: () => Promise<void> = async () => {},
) {
  const form = new URLSearchParams(fields);
  const signature = sign.signature ?? signForm(sign.token ?? 'secret', sign.url ?? CALLBACK_URL, form);
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

test('accepts parameters in any order, unknown ones too, and URLs with the port', async () => {
  const more = { ...callback, RawDlrDoneDate: '2611211012', ChannelPrefix: 'x', ErrorCode: '' };
  const shuffled = Object.entries(more).toReversed() as [string, string][];
  for (const sent of [
    post(callback),
    post(shuffled),
    post(more, { url: CALLBACK_URL.replace('/api', ':443/api') }),
  ])
    expect(await sent).toMatchObject({ status: 204, receipts: [{ providerId: 'SM1', state: 'delivered' }] });
});

test('answers 403 to a bad signature, and delivers nothing', async () => {
  const forged = [
    post(callback, { token: 'other' }),
    post(callback, { url: 'https://textprobe.example/api/gateways/2/status' }),
    post(callback, { signature: '' }),
    post(
      { ...callback, MessageStatus: 'failed' },
      { signature: signForm('secret', CALLBACK_URL, new URLSearchParams(callback)) },
    ),
  ];
  for (const sent of forged) expect(await sent).toEqual({ status: 403, receipts: [] });
});

test('does not acknowledge what cannot be committed', async () => {
  const { status } = await post(callback, {}, () => Promise.reject(new Error('the database is down')));
  expect(status).toBe(503);
});

test('acknowledges and ignores a status without a message', async () => {
  for (const fields of [{ MessageStatus: 'sent' }, {}] as Record<string, string>[])
    expect(await post(fields)).toEqual({ status: 204, receipts: [] });
  expect(ignored.splice(0)).toMatchObject([
    { reason: 'no-id', masked: 'stat:sent' },
    { reason: 'no-id', masked: '' },
  ]);
});

test.each([
  ['teleported', 'The provider says teleported, which is no status of its API.'],
  ['constructor', 'The provider says constructor, which is no status of its API.'],
  ['', 'The provider’s callback names no status.'],
])('keeps the unknown status %j, and takes it for no other', async (status, error) => {
  const { receipts } = await post({ ...callback, MessageStatus: status });
  expect(receipts).toMatchObject([{ providerId: 'SM1', state: 'none', error }]);
  const masked = `id:SM1 stat:${status} from a number that ends in 23`;
  expect(ignored.splice(0)).toMatchObject([{ reason: 'unknown-state', masked }]);
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
  const receipt = readStatus(new URLSearchParams({ ...callback, MessageStatus: status }), 7);
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
])('error code %s is explained', (code, words) => {
  const form = new URLSearchParams({ ...callback, MessageStatus: 'undelivered', ErrorCode: code });
  expect(readStatus(form, 0)?.error).toMatch(words);
});
