/** Receipts as carriers really send them, over a bind. */
import { encode } from '@textprobe/smpp/codec';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import type { MessageFields } from '@textprobe/smpp/pdu';
import { listenRaw } from '@textprobe/smpp/testing/raw-peer';
import { TAG_MESSAGE_STATE } from '@textprobe/smpp/tlv';
import { encodeUcs2 } from '@textprobe/smpp/ucs2';
import { expect, test } from 'vitest';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, startRig } from '../testing/running-gateway.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

const addresses = { sourceAddrTon: 1, sourceAddr: '14155550123', destinationAddr: '12125550100' };
const TEXT =
  'id:77 sub:001 dlvrd:001 submit date:2611211000 done date:2611211000 stat:DELIVRD err:000 text:Hi';
const latin1 = (text: string) => ({ shortMessage: Buffer.from(text, 'latin1') });

const MASKED = 'id:77 stat:DELIVRD from a number that ends in 23';

test('SERVER-3 a text that looks like a receipt is ignored and counted, unless the gateway reads unmarked receipts', async () => {
  const text = { ...addresses, esmClass: 0, ...latin1(TEXT) };
  const off = await startRig(endsWithTest(await setUpSmpp()));
  expect(await off.carrier.deliver(text)).toBe(ESME_ROK);
  expect(off.handlers).toMatchObject({ receipts: [], ignored: [{ reason: 'unmarked', masked: MASKED }] });
  expect(await off.carrier.deliver({ ...text, ...latin1('Is my id:77 valid?') })).toBe(ESME_ROK);
  expect(off.handlers.ignored).toHaveLength(1);

  const on = await startRig(endsWithTest(await setUpSmpp({ unmarkedReceipts: true })));
  expect(await on.carrier.deliver(text)).toBe(ESME_ROK);
  expect(on.handlers).toMatchObject({
    receipts: [{ providerId: '77', state: 'delivered', recipient: '14155550123' }],
    ignored: [],
  });
  // The word BANK is no phone that a message went to.
  expect(await on.carrier.deliver({ ...text, sourceAddrTon: 5, sourceAddr: 'BANK' })).toBe(ESME_ROK);
  expect(on.handlers.receipts).toHaveLength(1);
});

test.each([
  ['no-id', 'stat:DELIVRD err:000', 'stat:DELIVRD from a number that ends in 23', 0],
  ['unknown-state', 'id:77 stat:NOT_OK text:secret', 'id:77 stat:NOT_OK from a number that ends in 23', 1],
])('a receipt is counted as %s, masked: %s', async (reason, text, masked, receipts) => {
  const { carrier, handlers } = await startRig(endsWithTest(await setUpSmpp()));
  expect(await carrier.deliver({ ...addresses, esmClass: 4, ...latin1(text) })).toBe(ESME_ROK);
  expect(handlers.ignored).toMatchObject([{ reason, masked }]);
  expect(handlers.receipts).toHaveLength(receipts);
});

async function receiptFrom(fields: Partial<MessageFields>) {
  const { carrier, handlers } = await startRig(endsWithTest(await setUpSmpp()));
  expect(await carrier.deliver({ ...addresses, esmClass: 4, ...fields })).toBe(ESME_ROK);
  expect(handlers.receipts).toHaveLength(1);
  return handlers.receipts[0];
}

test.each([
  ['UCS-2 with a message class', { dataCoding: 0x18, shortMessage: encodeUcs2(TEXT) }],
  ['ASCII labelled as UCS-2', { dataCoding: 8, ...latin1(TEXT) }],
  ['UCS-2 with swapped octets', { dataCoding: 8, shortMessage: Buffer.from(TEXT, 'utf16le') }],
  ['equals signs', latin1('id=77 stat=DELIVRD err=0')],
  ['quotes', latin1('id:"77" stat:DELIVRD')],
  ['a NUL in front', latin1(`\0${TEXT}`)],
  [
    'message_state as an ASCII digit',
    { ...latin1('id:77'), tlvs: new Map([[TAG_MESSAGE_STATE, Buffer.from('2')]]) },
  ],
  ['message_state UNKNOWN', { ...latin1(TEXT), tlvs: new Map([[TAG_MESSAGE_STATE, Buffer.of(7)]]) }],
])('SERVER-3 a receipt with %s is read', async (_what, fields) => {
  const receipt = await receiptFrom(fields);
  expect(receipt).toMatchObject({ providerId: '77', state: 'delivered', error: null });
  expect(receipt?.idVariants).toContain('77');
});

test('SERVER-3 a receipt with an incomplete parameter behind its text is read, and acknowledged', async () => {
  const { port, accept } = await listenRaw();
  const { gateway } = endsWithTest(await setUpSmpp({ port }));
  const handlers = recordHandlers();
  gateway.start(handlers);
  const peer = await accept();
  peer.send('bind_transceiver_resp', (await peer.expect('bind_transceiver')).sequence);
  const torn = Buffer.from('1403000a3130', 'hex');
  const frame = Buffer.concat([
    encode('deliver_sm', 7, 0, { ...addresses, esmClass: 4, ...latin1(TEXT) }),
    torn,
  ]);
  frame.writeUInt32BE(frame.length, 0);
  peer.write(frame);
  expect(await peer.expect('deliver_sm_resp')).toMatchObject({ sequence: 7, status: ESME_ROK });
  expect(handlers.receipts).toMatchObject([{ providerId: '77', state: 'delivered', raw: TEXT }]);
  expect(handlers.ignored).toMatchObject([{ reason: 'incomplete', masked: MASKED }]);
});

test('SERVER-3 a receipt whose text and message_state differ shows both', async () => {
  const tlvs = new Map([[TAG_MESSAGE_STATE, Buffer.of(7)]]);
  expect((await receiptFrom({ ...latin1(TEXT), tlvs }))?.raw).toBe(`${TEXT} message_state=7`);
});

test.each([
  ['stat:NOT_DELIVERED err:000', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:DELIVERY_FAILED', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:NOT_OK err:000', 'none', 'The carrier says NOT_OK, which is no SMPP state.'],
  [
    'stat:REJECTD err:Spam filtered text:',
    'failed',
    'The carrier’s receipt says rejected by the carrier (REJECTD), the carrier’s error code Spam filtered.',
  ],
])('SERVER-3 a receipt with %s is %s', async (fields, state, error) => {
  expect(await receiptFrom(latin1(`id:77 ${fields}`))).toMatchObject({ providerId: '77', state, error });
});
