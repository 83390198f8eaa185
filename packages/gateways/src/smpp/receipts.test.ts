import { narrowIds } from '@textprobe/domain/message-id-spelling';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { encodeGsm } from '@textprobe/smpp/gsm0338';
import { TAG_MESSAGE_STATE, TAG_NETWORK_ERROR_CODE, TAG_RECEIPTED_MESSAGE_ID } from '@textprobe/smpp/tlv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalProviderId } from '../gateway-port.ts';
import { deliverSm } from '../testing/deliver-sm.ts';
import { readReceipt } from './receipts.ts';

const AT = 1_700_000_000_000;
const receipt = (text: string) => readReceipt(deliverSm({ shortMessage: Buffer.from(text, 'latin1') }), AT);

test.each([
  ['DELIVRD', 'delivered', null],
  ['ACCEPTD', 'enroute', null],
  ['ENROUTE', 'enroute', null],
  ['SCHEDLD', 'enroute', null],
  ['UNKNOWN', 'enroute', null],
  ['EXPIRED', 'failed', 'EXPIRED'],
  ['DELETED', 'failed', 'DELETED'],
  ['UNDELIV', 'failed', 'UNDELIV'],
  ['REJECTD', 'failed', 'REJECTD'],
])('stat:%s is %s', (stat, state, word) => {
  const read = receipt(`id:1 stat:${stat} err:007`);
  expect(read?.state).toBe(state);
  if (word === null) expect(read?.error).toBeNull();
  else expect(read?.error).toMatch(new RegExp(`^The carrier’s receipt says .*\\(${word}\\), .* 007\\.$`));
});

test.each([
  ['stat:NOT_OK', 'The carrier says NOT_OK, which is no SMPP state.'],
  ['stat:DELIVERY_PENDING err:007', 'The carrier says DELIVERY_PENDING, which is no SMPP state.'],
  ['err:000', 'The carrier’s receipt names no state.'],
])('SERVER-3 %s is kept, and taken for no state', (fields, error) => {
  expect(receipt(`id:1 ${fields}`)).toMatchObject({ state: 'none', error, raw: `id:1 ${fields}` });
});

test('a number that is no SMPP state is kept, and taken for none', () => {
  const tlvs = new Map([[TAG_MESSAGE_STATE, Buffer.of(42)]]);
  expect(readReceipt(deliverSm({ shortMessage: Buffer.from('id:1'), tlvs }), AT)).toMatchObject({
    state: 'none',
    error: 'The carrier says message_state 42, which is no SMPP state.',
  });
});

test('optional parameters take precedence over the text, and both are recorded', () => {
  const tlvs = new Map([
    [TAG_RECEIPTED_MESSAGE_ID, Buffer.from('FF\0')],
    [TAG_MESSAGE_STATE, Buffer.of(5)],
    [TAG_NETWORK_ERROR_CODE, Buffer.of(3, 0, 27)],
  ]);
  const read = readReceipt(deliverSm({ shortMessage: Buffer.from('id:9 stat:DELIVRD err:000'), tlvs }), AT);
  expect(read).toMatchObject({
    providerId: 'FF',
    state: 'failed',
    error: expect.stringContaining('27'),
    raw: 'id:9 stat:DELIVRD err:000 receipted_message_id=FF message_state=5 network_error_code=3/27',
  });
  expect(read?.idVariants[0]).toBe('ff');
  expect(read?.idVariants).toContain('9');
});

test.each([
  ['a state of no octets', TAG_MESSAGE_STATE, Buffer.alloc(0), 'delivered'],
  ['a state of two octets', TAG_MESSAGE_STATE, Buffer.of(0, 5), 'failed'],
  ['a truncated network error', TAG_NETWORK_ERROR_CODE, Buffer.of(3, 0), 'delivered'],
  ['an id without its NUL terminator', TAG_RECEIPTED_MESSAGE_ID, Buffer.from('9'), 'delivered'],
])('%s loses no receipt: the readable part counts', (_what, tag, value, state) => {
  const text = Buffer.from('id:9 stat:DELIVRD err:000');
  const read = readReceipt(deliverSm({ shortMessage: text, tlvs: new Map([[tag, value]]) }), AT);
  expect(read).toMatchObject({ providerId: '9', state });
});

const digits = (alphabet: string) =>
  fc
    .string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 16 })
    .filter((id) => !/^0+$/.test(id));

test('a receipt finds its submission in hex or decimal, padded or not, upper or lower case', () => {
  const padded = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(
      digits('0123456789'),
      padded,
      fc.boolean(),
      fc.boolean(),
      (decimal, zeros, inHex, isUpper) => {
        const number = BigInt(decimal);
        const hex = isUpper ? number.toString(16).toUpperCase() : number.toString(16);
        const [answered, inReceipt] = inHex ? [hex, number.toString()] : [number.toString(), hex];
        const read = receipt(`id:${'0'.repeat(zeros)}${inReceipt} stat:DELIVRD`);
        expect(read?.idVariants).toContain(canonicalProviderId(answered));
      },
    ),
  );
});

test.each([
  ['learn', ['10', 'a', '16']],
  ['same', ['10']],
  ['hex', ['16']],
  ['decimal', ['a']],
] as const)('with messageIds %s the id 10 may mean %j', (messageIds, ids) => {
  const pdu = deliverSm({ shortMessage: Buffer.from('id:10 stat:DELIVRD') });
  expect(readReceipt(pdu, AT, { messageIds, longReceipts: 'learn' })).toMatchObject({
    providerId: '10',
    idVariants: ids,
  });
});

test('one number in two spellings in one receipt adds no third spelling', () => {
  const tlvs = new Map([[TAG_RECEIPTED_MESSAGE_ID, Buffer.from('ff\0')]]);
  const read = readReceipt(deliverSm({ shortMessage: Buffer.from('id:255 stat:DELIVRD'), tlvs }), AT);
  expect(read?.idVariants).toEqual(['ff', '255']);
});

test('a receipt never contains text that PostgreSQL cannot store', () => {
  const read = readReceipt(
    deliverSm({
      dataCoding: 8,
      shortMessage: Buffer.from('id:7 stat:UNDELIV\0 err:\0\ud83d', 'utf16le').swap16(),
    }),
    AT,
  );
  expect(read?.providerId).toBe('7');
  for (const text of [read?.raw, read?.error, read?.providerId]) {
    expect(text).not.toContain('\0');
    expect(text?.isWellFormed()).toBe(true);
  }
});

test('the recipient is null if the address is not a number', () => {
  const read = readReceipt(
    deliverSm({ sourceAddr: 'MyBank', shortMessage: Buffer.from('id:1 stat:DELIVRD') }),
    AT,
  );
  expect(read?.recipient).toBeNull();
});

const anyId = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength: 22 }),
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 22 }),
  fc.string({ unit: fc.constantFrom(...'019afAFxyz-_.'), minLength: 1, maxLength: 30 }),
);

test('the ids of a receipt are all its canonical spellings, narrowed by the messageIds setting', () => {
  fc.assert(
    fc.property(
      anyId,
      fc.option(anyId),
      fc.boolean(),
      fc.constantFrom('learn', 'same', 'hex', 'decimal'),
      (id, parameter, isAlike, messageIds) => {
        const idParameter = isAlike ? id : parameter;
        const tlvs = new Map(
          idParameter === null ? [] : [[TAG_RECEIPTED_MESSAGE_ID, Buffer.from(`${idParameter}\0`)]],
        );
        const pdu = deliverSm({ shortMessage: Buffer.from(`id:${id} stat:DELIVRD`), tlvs });
        const all = parseDeliveryReceipt(pdu)?.idVariants.map(canonicalProviderId) ?? [];
        const canonical = canonicalProviderId(idParameter ?? id);
        const variants = [...new Set(all)];
        const expected =
          messageIds === 'learn' ? variants : narrowIds(canonical, variants, new Set([messageIds]));
        expect(readReceipt(pdu, AT, { messageIds, longReceipts: 'learn' })?.idVariants).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a receipt is recorded unchanged in every alphabet', () => {
  const text = 'id:5 stat:DELIVRD err:000 text:[Grüße]';
  const codings = [
    [0, Buffer.from(text, 'latin1')],
    [1, Buffer.from(text, 'latin1')],
    [3, Buffer.from(text, 'latin1')],
    [8, Buffer.from(text, 'utf16le').swap16()],
    // With a message class: GSM 03.38, then UCS-2.
    [0x10, encodeGsm(text) ?? Buffer.of()],
    [0x18, Buffer.from(text, 'utf16le').swap16()],
  ] as const;
  for (const [dataCoding, shortMessage] of codings)
    expect(readReceipt(deliverSm({ dataCoding, shortMessage }), AT)?.raw).toBe(text);
});
