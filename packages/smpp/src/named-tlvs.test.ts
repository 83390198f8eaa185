import { describe, expect, it } from 'vitest';
import { encode } from './codec.ts';
import { ESME_RINVOPTPARAMVAL, ESME_RINVOPTPARSTREAM, ESME_RINVPARLEN } from './command-status.ts';
import { faultOfTlvs, tlvsOf } from './named-tlvs.ts';
import { PduError } from './pdu-error.ts';
import { bindRaw } from './testing/raw-peer.ts';
import { connectPair } from './testing/session-pair.ts';
import { type TlvName, type TlvValues, tlvDefinitions } from './tlv-definitions.ts';

const names = Object.keys(tlvDefinitions) as TlvName[];

/** A submit_sm with one parameter, built by hand because our encoder checks lengths. */
function submitWith(tag: number, value: Buffer, sequence = 9): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  const frame = Buffer.concat([encode('submit_sm', sequence, 0, {}), head, value]);
  frame.writeUInt32BE(frame.length, 0);
  return frame;
}

describe('the optional parameters', () => {
  it('are the 44 of the standard, each with its own tag', () => {
    expect(names).toHaveLength(44);
    expect(new Set(Object.values(tlvDefinitions).map(({ tag }) => tag)).size).toBe(44);
    expect(new Set(Object.values(tlvDefinitions).map(({ name }) => name)).size).toBe(44);
  });

  it.each([
    ['userMessageReference', 0x1234, '0204 0002 1234'],
    ['receiptedMessageId', 'aB1', '001e 0004 61423100'],
    ['networkErrorCode', { network: 3, code: 27 }, '0423 0003 03001b'],
    ['itsSessionInfo', { session: 7, sequence: 5, isLast: true }, '1383 0002 070b'],
    ['alertOnMessageDelivery', 0, '130c 0000'],
    ['qosTimeToLive', 3600, '0017 0004 00000e10'],
  ] as const)('encode %s as the standard says', (name, value, hex) => {
    const frame = encode('data_sm', 1, 0, { tlvs: tlvsOf({ [name]: value }) });
    expect(frame.subarray(encode('data_sm', 1, 0, {}).length).toString('hex')).toBe(hex.replaceAll(' ', ''));
  });

  it('of a wrong length are refused with an error that names them', () => {
    for (const name of names) {
      const { tag, min, max, name: written } = tlvDefinitions[name];
      for (const length of [min - 1, max + 1].filter((one) => one >= 0 && one <= 0xffff)) {
        const tlvs = new Map([[tag, Buffer.alloc(length)]]);
        expect(faultOfTlvs(tlvs)).toMatchObject({
          status: ESME_RINVPARLEN,
          message: expect.stringMatching(new RegExp(`\\b${written} has a length of ${length} octets`)),
        });
        expect(() => encode('data_sm', 1, 0, { tlvs })).toThrow(written);
      }
    }
  });

  it.each([
    [{ messageState: 256 }, 'message_state', ESME_RINVOPTPARAMVAL],
    [{ sarMsgRefNum: -1 }, 'sar_msg_ref_num', ESME_RINVOPTPARAMVAL],
    [{ qosTimeToLive: 1.5 }, 'qos_time_to_live', ESME_RINVOPTPARAMVAL],
    [{ receiptedMessageId: 'a\0b' }, 'receipted_message_id', ESME_RINVOPTPARAMVAL],
    [{ receiptedMessageId: 'x'.repeat(65) }, 'receipted_message_id', ESME_RINVPARLEN],
    [{ callbackNum: Buffer.alloc(3) }, 'callback_num', ESME_RINVPARLEN],
    [{ networkErrorCode: { network: 3, code: 65_536 } }, 'network_error_code', ESME_RINVOPTPARAMVAL],
  ])('are refused if the value does not fit: %j', (given, written, status) => {
    try {
      tlvsOf(given as Partial<TlvValues>);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PduError);
      expect(error).toMatchObject({ status, message: expect.stringContaining(written) });
    }
  });
});

describe('a malformed parameter in a submit_sm', () => {
  const state = tlvDefinitions.messageState.tag;

  async function bindPeer() {
    const { client, server } = await connectPair();
    const peer = await bindRaw(server.port);
    for (const own of server.sessions)
      own.onSubmitSm((pdu) => own.respond(pdu, { status: 0, messageId: 'taken' }));
    const hello = { destinationAddr: '1', shortMessage: Buffer.from('Hello') };
    return { peer, submit: () => client.submitSm(hello) };
  }

  it('is answered with its status, and this session and others stay open', async () => {
    const { peer, submit } = await bindPeer();
    peer.write(submitWith(state, Buffer.of(0, 2)));
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ sequence: 9, status: ESME_RINVPARLEN });
    peer.write(submitWith(state, Buffer.of(2), 10));
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ sequence: 10, messageId: 'taken' });
    expect(await submit()).toMatchObject({ status: 0 });
  });

  it('that runs past the end of its PDU is answered too, and so is the next PDU', async () => {
    const { peer, submit } = await bindPeer();
    const torn = submitWith(state, Buffer.of(2));
    torn.writeUInt16BE(2, torn.length - 3);
    peer.write(Buffer.concat([torn, submitWith(state, Buffer.of(2), 10)]));
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 9, status: ESME_RINVOPTPARSTREAM });
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ sequence: 10, status: 0 });
    expect(await submit()).toMatchObject({ status: 0 });
  });
});
