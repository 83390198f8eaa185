import { describe, expect, it } from 'vitest';
import { parseDeliveryReceipt, readReceiptFacts } from './delivery-receipt.ts';
import { TAG_MESSAGE_STATE, TAG_RECEIPTED_MESSAGE_ID } from './tlv.ts';
import { encodeUcs2 } from './ucs2.ts';

const receipt = (text: string, tlvs = new Map<number, Buffer>()) => ({
  esmClass: 0x04,
  dataCoding: 0,
  shortMessage: Buffer.from(text, 'latin1'),
  tlvs,
});

describe('the text of a receipt', () => {
  const tidy = 'id:77 sub:001 dlvrd:001 stat:DELIVRD err:000 text:Grüße, 77';
  const utf16le = Buffer.from(tidy, 'utf16le');
  it.each([
    ['UCS-2 with a message class', 0x18, encodeUcs2(tidy)],
    ['ASCII labelled as UCS-2', 8, Buffer.from(tidy, 'latin1')],
    ['ASCII labelled as UCS-2 with a message class', 0x19, Buffer.from(tidy, 'latin1')],
    ['UCS-2 labelled as the default alphabet', 0, encodeUcs2(tidy)],
    ['UCS-2 with the octets of each character swapped', 8, utf16le],
    ['swapped UCS-2 labelled as the default alphabet', 0, utf16le],
    ['UCS-2 with a byte order mark', 8, encodeUcs2(`\ufeff${tidy}`)],
    ['swapped UCS-2 with a byte order mark', 8, Buffer.from(`\ufeff${tidy}`, 'utf16le')],
    ['UCS-2 with an odd octet at the end', 8, Buffer.concat([encodeUcs2(tidy), Buffer.of(0)])],
  ])('is read by its octets: %s', (_what, dataCoding, shortMessage) => {
    const pdu = { ...receipt(''), dataCoding, shortMessage };
    expect(parseDeliveryReceipt(pdu)).toMatchObject({ messageId: '77', state: 'delivered' });
    expect(readReceiptFacts(pdu)?.text).toBe(tidy);
  });

  it('with a text of Chinese only keeps it, if a parameter names the message', () => {
    const tlvs = new Map([[TAG_RECEIPTED_MESSAGE_ID, Buffer.from('77')]]);
    const pdu = { ...receipt('', tlvs), dataCoding: 8, shortMessage: encodeUcs2('楤瑡') };
    expect(readReceiptFacts(pdu)).toMatchObject({ messageId: '77', text: '楤瑡' });
  });

  it.each([
    'id=77 stat=DELIVRD err=0',
    'id:"77" stat:DELIVRD',
    "id:'77' stat:'DELIVRD' err:'000'",
    'id: "77", stat: "DELIVRD"',
    'ID : 77 STAT : DELIVRD',
    'id:77|stat:DELIVRD|err:000|text:x',
    'id=77&stat=DELIVRD&err=000&text=x',
    'id:77;stat:DELIVRD;err:000',
    '{"id":"77","stat":"DELIVRD","err":"000"}',
    'id:77 status:DELIVRD',
    '\0id:77 stat:DELIVRD',
    '\0\0id:77\0stat:DELIVRD\0',
    '\x1bid:77 stat:DELIVRD',
    '\xef\xbb\xbfid:77 stat:DELIVRD',
    '\r\nid:77\r\nstat:DELIVRD\r\n',
  ])('is read from %j', (text) => {
    const read = parseDeliveryReceipt(receipt(text));
    expect(read).toMatchObject({ messageId: '77', state: 'delivered', error: null });
  });

  it.each([
    ['err:Spam filtered text:', 'Spam filtered'],
    ['err:Spam filtered text:err:9', 'Spam filtered'],
    ['err:"Spam filtered" text:', 'Spam filtered'],
    ['err:Spam filtered', 'Spam filtered'],
    ['err:Spam filtered vendor:5 text:hi', 'Spam filtered'],
    ['err=Spam filtered&text=hi', 'Spam filtered'],
    ['err: 69 text:', '69'],
    ['err: text:hi', null],
    ['err:', null],
    ['text:hi', null],
  ])('has the error of %j', (fields, error) => {
    expect(parseDeliveryReceipt(receipt(`id:1 stat:REJECTD ${fields}`))?.error).toBe(error);
  });

  it('takes no field for the value of an empty one before it', () => {
    expect(parseDeliveryReceipt(receipt('id: stat:DELIVRD'))).toBeNull();
    expect(parseDeliveryReceipt(receipt('id:7 stat: err:000'))).toMatchObject({
      messageId: '7',
      state: null,
    });
  });

  it.each([
    [Buffer.from('2'), 'stat:ENROUTE', 'delivered'],
    [Buffer.from('2\0'), '', 'delivered'],
    [Buffer.from('05'), '', 'undeliverable'],
    [Buffer.of(7), 'stat:DELIVRD', 'delivered'],
    [Buffer.of(7), 'stat:REJECTD', 'rejected'],
    [Buffer.of(7), 'stat:ENROUTE', 'enroute'],
    [Buffer.of(7), 'stat:NOT_OK', 'unknown'],
    [Buffer.of(1), 'stat:DELIVRD', 'delivered'],
    [Buffer.of(6), 'stat:UNDELIV', 'undeliverable'],
    [Buffer.of(2), 'stat:UNKNOWN', 'delivered'],
    [Buffer.of(8), 'stat:DELIVRD', 'rejected'],
    [Buffer.of(42), 'stat:DELIVRD', 'delivered'],
    [Buffer.of(42), '', null],
  ])('with message_state %j beside %j is %s: the more definite counts', (value, stat, state) => {
    const tlvs = new Map([[TAG_MESSAGE_STATE, value]]);
    expect(parseDeliveryReceipt(receipt(`id:1 ${stat}`, tlvs))?.state).toBe(state);
  });

  it('is searched within seconds, however long it is', () => {
    for (const filling of [' ', 'err:', 'id ', 'text ', '"', ',;'])
      parseDeliveryReceipt(receipt(`id:1 err:${filling.repeat(60_000 / filling.length)}`));
  });
});
