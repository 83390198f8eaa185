import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePdu, encode, encodePdu } from './codec.ts';
import {
  ESME_RINVCMDID,
  ESME_RINVCMDLEN,
  ESME_RINVDSTADR,
  ESME_RINVMSGLEN,
  ESME_RINVOPTPARSTREAM,
  ESME_RINVPARLEN,
  ESME_RINVSRCADR,
} from './command-status.ts';
import { PduError } from './pdu-error.ts';
import { arbitraryPdu } from './testing/arbitrary-pdu.ts';
import { TAG_INCOMPLETE, TAG_MESSAGE_PAYLOAD } from './tlv.ts';

const hex = (octets: string) => Buffer.from(octets.replaceAll(' ', ''), 'hex');

function faultOf(act: () => unknown): PduError {
  try {
    act();
  } catch (error) {
    if (error instanceof PduError) return error;
    throw error;
  }
  throw new Error('no PduError was thrown');
}

describe('the codec', () => {
  it('decodes every PDU it encodes', () => {
    fc.assert(
      fc.property(arbitraryPdu, (pdu) => {
        expect(decodePdu(encodePdu(pdu))).toEqual(pdu);
      }),
      { numRuns: soakTimes(1_000) },
    );
  });

  it('encodes a submit_sm as the standard says', () => {
    const fields = {
      sourceAddrTon: 5,
      sourceAddr: 'Acme',
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: '1202',
      registeredDelivery: 1,
      shortMessage: Buffer.from('Hi'),
      tlvs: new Map([[0x0427, Buffer.of(2)]]),
    };
    expect(encode('submit_sm', 7, 0, fields)).toEqual(
      hex(
        '00000030 00000004 00000000 00000007 00 05 00 41636d6500 01 01 3132303200 00 00 00 00 00 01 00 00 00 02 4869 0427 0001 02',
      ),
    );
  });

  it('omits the body of an error response, and decodes one without a body', () => {
    const frame = encode('submit_sm_resp', 9, 0x58, { messageId: '' });
    expect(frame).toEqual(hex('00000010 80000004 00000058 00000009'));
    expect(decodePdu(frame)).toMatchObject({ command: 'submit_sm_resp', status: 0x58, messageId: '' });
  });

  it.each([
    ['a destination of 21 digits', { destinationAddr: '1'.repeat(21) }, ESME_RINVDSTADR],
    ['a sender with a NUL in it', { sourceAddr: 'a\0b' }, ESME_RINVSRCADR],
    ['a sender outside Latin-1', { sourceAddr: 'Ω' }, ESME_RINVSRCADR],
    ['255 octets of text', { shortMessage: Buffer.alloc(255) }, ESME_RINVMSGLEN],
    ['an octet of 256', { dataCoding: 256 }, ESME_RINVPARLEN],
    ['an octet of 1.5', { esmClass: 1.5 }, ESME_RINVPARLEN],
    ['a tag over two octets', { tlvs: new Map([[0x10000, Buffer.of(1)]]) }, ESME_RINVPARLEN],
  ])('refuses to encode %s, with the status of that field', (_what, fields, status) => {
    expect(faultOf(() => encode('submit_sm', 1, 0, fields)).status).toBe(status);
  });

  it('reports the status and sequence to answer an unknown command with', () => {
    const fault = faultOf(() => decodePdu(hex('00000010 00000021 00000000 0000002a')));
    expect(fault).toMatchObject({ status: ESME_RINVCMDID, sequence: 42, isResponse: false });
    expect(faultOf(() => decodePdu(hex('00000010 80000021 00000000 0000002a'))).isResponse).toBe(true);
  });

  it('refuses a request that is cut off inside a field', () => {
    const whole = encode('submit_sm', 3, 0, { destinationAddr: '1202', shortMessage: Buffer.from('Hello') });
    for (let length = 16; length < whole.length; length += 1) {
      const cut = Buffer.from(whole.subarray(0, length));
      cut.writeUInt32BE(length, 0);
      expect(faultOf(() => decodePdu(cut))).toMatchObject({ sequence: 3, isResponse: false });
    }
  });

  it('accepts a message id without its NUL terminator', () => {
    expect(decodePdu(hex('00000012 80000004 00000000 00000001 4142'))).toMatchObject({ messageId: 'AB' });
  });

  it('ignores padding after the last field', () => {
    const padded = hex('00000014 80000004 00000000 00000001 4100 0000');
    expect(decodePdu(padded)).toMatchObject({ messageId: 'A', tlvs: new Map() });
  });

  it('keeps what an SMSC sends before an optional parameter that runs past the end, and refuses an ESME’s request', () => {
    const torn = hex('1403 000a 3130');
    const text = Buffer.from('id:1 stat:DELIVRD');
    const withTorn = (pdu: Buffer) => {
      const frame = Buffer.concat([pdu, torn]);
      frame.writeUInt32BE(frame.length, 0);
      return () => decodePdu(frame);
    };
    const tlvs = new Map([[TAG_INCOMPLETE, torn]]);
    expect(withTorn(encode('deliver_sm', 1, 0, { shortMessage: text }))()).toMatchObject({
      shortMessage: text,
      tlvs,
    });
    const payload = new Map([[TAG_MESSAGE_PAYLOAD, text]]);
    expect(withTorn(encode('data_sm', 1, 0, { tlvs: payload }))()).toMatchObject({
      tlvs: new Map([...payload, ...tlvs]),
    });
    expect(withTorn(encode('submit_sm_resp', 1, 0, { messageId: 'A' }))()).toMatchObject({
      messageId: 'A',
      tlvs,
    });
    expect(withTorn(encode('bind_transceiver_resp', 1, 0, { systemId: 'A' }))()).toMatchObject({ tlvs });
    for (const command of ['submit_sm', 'bind_transceiver'] as const)
      expect(faultOf(withTorn(encode(command, 1, 0, {})))).toMatchObject({
        status: ESME_RINVOPTPARSTREAM,
        isResponse: false,
      });
  });

  it('refuses a frame whose command_length differs from its length', () => {
    expect(faultOf(() => decodePdu(hex('00000011 00000015 00000000 00000001'))).status).toBe(ESME_RINVCMDLEN);
    expect(faultOf(() => decodePdu(Buffer.alloc(3))).status).toBe(ESME_RINVCMDLEN);
  });
});
