import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDeliveryReceipt, isDeliveryReceipt, parseDeliveryReceipt } from './delivery-receipt.ts';
import { messageIdVariants } from './message-id.ts';
import { receiptStates } from './receipt-state.ts';
import {
  TAG_MESSAGE_PAYLOAD,
  TAG_MESSAGE_STATE,
  TAG_NETWORK_ERROR_CODE,
  TAG_RECEIPTED_MESSAGE_ID,
} from './tlv.ts';
import { encodeUcs2 } from './ucs2.ts';

const receipt = (text: string, tlvs = new Map<number, Buffer>(), esmClass = 0x04) => ({
  esmClass,
  dataCoding: 0,
  shortMessage: Buffer.from(text, 'latin1'),
  tlvs,
});

const standard =
  'id:0123456789 sub:001 dlvrd:001 submit date:2601021504 done date:2601021505 stat:DELIVRD err:000 text:Hello';

describe('a delivery receipt', () => {
  it('is parsed from the text format of the standard', () => {
    const read = parseDeliveryReceipt(receipt(standard));
    expect(read).toMatchObject({ messageId: '0123456789', state: 'delivered', error: null });
    expect(read?.idVariants.slice(0, 2)).toEqual(['0123456789', '123456789']);
  });

  it('is parsed in any order and case of its fields', () => {
    const fields = [
      'id:AB_c$1',
      'stat:UNDELIV',
      'err:1A',
      'submit date:2601021504',
      'done date:2601021505',
      'dlvrd:000',
    ];
    const shuffled = fc.shuffledSubarray(fields, { minLength: fields.length });
    fc.assert(
      fc.property(shuffled, fc.boolean(), fc.constantFrom(' ', '\n', '  ', ', '), (order, upper, gap) => {
        const text = order.map((field) =>
          upper ? field.replace(/^[^:]+/, (name) => name.toUpperCase()) : field,
        );
        const read = parseDeliveryReceipt(receipt(text.join(gap)));
        expect(read).toMatchObject({ messageId: 'AB_c$1', state: 'undeliverable', error: '1A' });
      }),
    );
  });

  it('ignores fields in the text of the message it reports on', () => {
    const read = parseDeliveryReceipt(receipt('id:1 stat:EXPIRED err:005 text:id:9 stat:DELIVRD'));
    expect(read).toMatchObject({ messageId: '1', state: 'expired', error: '005' });
    expect(parseDeliveryReceipt(receipt('text:hi id:1 stat:DELIVRD'))).toMatchObject({
      messageId: '1',
      state: 'delivered',
    });
  });

  it('prefers the optional parameters to the text, and keeps the id of the text among the spellings', () => {
    const tlvs = new Map([
      [TAG_RECEIPTED_MESSAGE_ID, Buffer.from('ff\0')],
      [TAG_MESSAGE_STATE, Buffer.of(8)],
      [TAG_NETWORK_ERROR_CODE, Buffer.of(3, 0x01, 0x02)],
    ]);
    const read = parseDeliveryReceipt(receipt('id:777 stat:DELIVRD err:000', tlvs));
    expect(read).toMatchObject({ messageId: 'ff', state: 'rejected', error: '258' });
    expect(read?.idVariants).toEqual(expect.arrayContaining(['ff', '255', '777']));
  });

  it('needs neither text nor esm_class if the parameters are complete', () => {
    const tlvs = new Map([
      [TAG_RECEIPTED_MESSAGE_ID, Buffer.from('a1')],
      [TAG_MESSAGE_STATE, Buffer.of(2)],
    ]);
    expect(parseDeliveryReceipt(receipt('', tlvs, 0))).toMatchObject({ messageId: 'a1', state: 'delivered' });
  });

  it('is parsed from message_payload and from UCS-2', () => {
    const payload = new Map([[TAG_MESSAGE_PAYLOAD, Buffer.from(standard)]]);
    expect(parseDeliveryReceipt(receipt('', payload))?.messageId).toBe('0123456789');
    const ucs2 = { ...receipt(''), dataCoding: 8, shortMessage: encodeUcs2('id:5 stat:ACCEPTD') };
    expect(parseDeliveryReceipt(ucs2)).toMatchObject({ messageId: '5', state: 'accepted' });
  });

  it('cannot be forged by the text of an ordinary message', () => {
    expect(parseDeliveryReceipt(receipt(standard, new Map(), 0))).toBeNull();
    expect(parseDeliveryReceipt(receipt('stat:DELIVRD without an id'))).toBeNull();
    expect([0x00, 0x04, 0x20, 0x40, 0x44, 0x08].map(isDeliveryReceipt)).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it.each([
    ['Delivered', 'delivered'],
    ['FAILED', 'undeliverable'],
    ['REJECTED', 'rejected'],
    ['ENROUTE', 'enroute'],
    ['UNKNOWN', 'unknown'],
    ['NOT_DELIVERED', 'undeliverable'],
    ['NotDelivered', 'undeliverable'],
    ['NON-DELIVERED', 'undeliverable'],
    ['UNDELIVERABLE', 'undeliverable'],
    ['DELIVERY_FAILED', 'undeliverable'],
    ['DeliveryImpossible', 'undeliverable'],
    ['FAILURE', 'undeliverable'],
    ['DeliveredToTerminal', 'delivered'],
    ['DELIVERED_TO_HANDSET', 'delivered'],
    ['EN_ROUTE', 'enroute'],
    ['SOMETHING', null],
    ['NOT_OK', null],
    ['DeliveredToNetwork', null],
    ['DELIVERING', null],
    ['DELIVERY_PENDING', null],
    ['NOT_EXPIRED', null],
    ['0', null],
  ])('reads stat:%s as %s', (word, state) => {
    expect(parseDeliveryReceipt(receipt(`id:1 stat:${word}`))?.state).toBe(state);
  });

  it('never throws, whatever the octets', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('id:', 'id:1', 'stat:', ' err: text:'),
    );
    const tag = fc.constantFrom(
      TAG_RECEIPTED_MESSAGE_ID,
      TAG_MESSAGE_STATE,
      TAG_NETWORK_ERROR_CODE,
      TAG_MESSAGE_PAYLOAD,
    );
    const tlvs = fc.array(
      fc.tuple(
        tag,
        fc.uint8Array().map((octets) => Buffer.from(octets)),
      ),
    );
    fc.assert(
      fc.property(fc.array(text), tlvs, fc.integer({ min: 0, max: 255 }), (words, entries, esmClass) => {
        const read = parseDeliveryReceipt(receipt(words.join(''), new Map(entries), esmClass));
        expect([null, undefined, ...receiptStates]).toContain(read?.state);
      }),
    );
  });
});

describe('a receipt to send', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31, 23, 59) });

  it('parses back to its contents, with optional parameters and without', () => {
    const id = fc.stringMatching(/^[\dA-Za-z_-]{1,20}$/);
    fc.assert(
      fc.property(
        id,
        fc.constantFrom(...receiptStates),
        instant,
        fc.boolean(),
        (messageId, state, at, withTlvs) => {
          const fields = formatDeliveryReceipt({
            messageId,
            state,
            submittedAt: at,
            doneAt: at,
            error: '042',
            withTlvs,
          });
          expect(parseDeliveryReceipt(fields)).toMatchObject({ messageId, state, error: '042' });
          expect(fields.shortMessage.length).toBeLessThanOrEqual(254);
        },
      ),
    );
  });

  it('has its dates in UTC, to the minute', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const iso = new Date(at).toISOString();
        const minute = `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
        const { shortMessage } = formatDeliveryReceipt({
          messageId: '1',
          state: 'delivered',
          submittedAt: at,
          doneAt: at,
        });
        expect(shortMessage.toString()).toContain(`submit date:${minute} done date:${minute} `);
      }),
    );
  });

  it('has the text format of the standard', () => {
    const at = Date.UTC(2026, 0, 2, 15, 4);
    const fields = formatDeliveryReceipt({
      messageId: '0123456789',
      state: 'delivered',
      submittedAt: at,
      doneAt: at + 60_000,
      text: 'Hello',
    });
    expect(fields.shortMessage.toString()).toBe(standard);
    expect(fields.esmClass).toBe(0x04);
  });
});

describe('the spellings of a message id', () => {
  it('include decimal as hex and hex as decimal, padded and not', () => {
    expect(messageIdVariants('10597059')).toEqual(
      expect.arrayContaining(['a1b2c3', 'A1B2C3', '00a1b2c3', '00A1B2C3']),
    );
    expect(messageIdVariants('00A1B2C3')).toEqual(
      expect.arrayContaining(['00a1b2c3', 'a1b2c3', '10597059', '0010597059']),
    );
  });

  it('begin with the id as given, without duplicates', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const variants = messageIdVariants(id);
        expect(variants[0]).toBe(id);
        expect(new Set(variants).size).toBe(variants.length);
      }),
    );
  });

  it('match between the decimal and the hex form of a number, both ways', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 0xffffffffn }), (number) => {
        const hex = number.toString(16);
        expect(messageIdVariants(number.toString())).toContain(hex);
        expect(messageIdVariants(hex)).toContain(number.toString());
        expect(messageIdVariants(hex.toUpperCase().padStart(8, '0'))).toContain(number.toString());
      }),
    );
  });
});
