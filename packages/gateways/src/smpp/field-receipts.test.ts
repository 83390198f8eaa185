/** Receipts as carriers really send them, over a bind. */
import { encode } from '@textprobe/smpp/codec';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import type { MessageFields } from '@textprobe/smpp/pdu';
import { listenRaw } from '@textprobe/smpp/testing/raw-peer';
import { TAG_MESSAGE_STATE } from '@textprobe/smpp/tlv';
import { encodeUcs2 } from '@textprobe/smpp/ucs2';
import { expect, test } from 'vitest';
import { canonicalProviderId } from '../gateway-port.ts';
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
  ['a text beside it in short_message', { ...latin1('Hi'), tlvs: new Map([[0x0424, Buffer.from(TEXT)]]) }],
  ['two types in esm_class', { esmClass: 0x24, ...latin1(TEXT) }],
  ['a header for part 1 of 1', { esmClass: 0x44, ...latin1(`\x05\0\x03\x84\x01\x01${TEXT}`) }],
  ['esm_class for a header that it lacks', { esmClass: 0x44, ...latin1(TEXT) }],
  ['data_coding for binary', { dataCoding: 0xf5, ...latin1(TEXT) }],
  ['spaces behind colons', latin1('id: 77 sub: 001 dlvrd: 001 stat: DELIVRD err: 0 text: ')],
  ['dates in tenths of a second', latin1('id:77 sub:000 done date:261121100003912+ stat:DELIVRD err:000')],
  ['vendor parameters', { ...latin1(`${TEXT}\x1b`), tlvs: new Map([[0x1454, Buffer.alloc(4)]]) }],
  ['message_state UNKNOWN', { ...latin1(TEXT), tlvs: new Map([[TAG_MESSAGE_STATE, Buffer.of(7)]]) }],
])('SERVER-3 a receipt with %s is read', async (_what, fields) => {
  const receipt = await receiptFrom(fields);
  expect(receipt).toMatchObject({ providerId: '77', state: 'delivered', error: null });
  expect(receipt?.idVariants).toContain('77');
});

const FRAME = encode('deliver_sm', 7, 0, { ...addresses, esmClass: 4, ...latin1(TEXT) });
/** Before the last octets of the frame: its text, as long as this octet says. */
const SM_LENGTH = FRAME.length - TEXT.length - 1;

/** The frame with one octet replaced, and octets appended. */
function frameWith(patch: { smLength?: number; sequence?: number; behind?: string }): Buffer {
  const frame = Buffer.concat([FRAME, Buffer.from(patch.behind ?? '', 'hex')]);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(patch.sequence ?? 7, 12);
  frame[SM_LENGTH] = patch.smLength ?? TEXT.length;
  return frame;
}

test.each([
  ['an incomplete parameter behind its text', { behind: '1403000a3130' }, 'incomplete'],
  ['an sm_length beyond its end', { smLength: 200 }, 'incomplete'],
  ['an sm_length that is too short', { smLength: 3 }, 'incomplete'],
  ['an sm_length of 0 before its text', { smLength: 0 }, 'incomplete'],
  ['a NUL behind its text', { behind: '00' }, null],
  ['the sequence number 0', { sequence: 0 }, null],
  ['a sequence number beyond the range', { sequence: 0xffff_ffff }, null],
])('SERVER-3 a receipt with %s is read, and acknowledged', async (_what, patch, reason) => {
  const { port, accept } = await listenRaw();
  const { gateway } = endsWithTest(await setUpSmpp({ port }));
  const handlers = recordHandlers();
  gateway.start(handlers);
  const peer = await accept();
  const { sequence } = await peer.expect('bind_transceiver');
  const bound = encode('bind_transceiver_resp', sequence, 0, {});
  // Some SMSCs answer a bind without a body, and after the first receipt.
  bound.writeUInt32BE(16, 0);
  peer.write(Buffer.concat([frameWith(patch), bound.subarray(0, 16)]));
  expect(await peer.expect('deliver_sm_resp')).toMatchObject({
    sequence: 'sequence' in patch ? patch.sequence : 7,
    status: ESME_ROK,
  });
  expect(handlers.receipts).toMatchObject([{ providerId: '77', state: 'delivered' }]);
  expect(handlers.receipts[0]?.raw.startsWith(TEXT)).toBe(true);
  expect(handlers.ignored).toMatchObject(reason === null ? [] : [{ reason, masked: MASKED }]);
  // A request with a body, and a stray response, do no harm.
  peer.write(Buffer.from('00000010800000150000000000000309' + '000000110000001500000000000000ff00', 'hex'));
  expect(await peer.expect('enquire_link_resp')).toMatchObject({ sequence: 255 });
});

test('SERVER-3 a receipt whose text and message_state differ shows both', async () => {
  const tlvs = new Map([[TAG_MESSAGE_STATE, Buffer.of(7)]]);
  expect((await receiptFrom({ ...latin1(TEXT), tlvs }))?.raw).toBe(`${TEXT} message_state=7`);
});

test.each([
  ['stat:NOT_DELIVERED err:000', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:DELIVERY_FAILED', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:UNDELIV err:null', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:UNDELIV err:0x0000', 'failed', 'The carrier’s receipt says undeliverable (UNDELIV).'],
  ['stat:BUFFRED err:000', 'enroute', null],
  ['stat:ACKED err:000', 'enroute', null],
  ['stat:NOT_OK err:000', 'none', 'The carrier says NOT_OK, which is no SMPP state.'],
  [
    'stat:REJECTD err:Spam filtered text:',
    'failed',
    'The carrier’s receipt says rejected by the carrier (REJECTD), the carrier’s error code Spam filtered.',
  ],
])('SERVER-3 a receipt with %s is %s', async (fields, state, error) => {
  expect(await receiptFrom(latin1(`id:77 ${fields}`))).toMatchObject({ providerId: '77', state, error });
});

test.each([
  ['0e999f21-81ef-4974-a414-3de98174e3c7', 'E999F21-81EF-4974-A414-3DE98174E3C7'],
  ['812FC7470000001B', '9308878062554710043'],
  ['04062581461644996000141', '4062581461644996000141'],
])('SERVER-3 the message answered as %s is found by the receipt for %s', async (answered, id) => {
  expect((await receiptFrom(latin1(`id:${id} stat:DELIVRD`)))?.idVariants).toContain(
    canonicalProviderId(answered),
  );
});
