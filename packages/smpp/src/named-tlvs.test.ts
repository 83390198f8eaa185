import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePdu, encode } from './codec.ts';
import { ESME_RINVOPTPARAMVAL, ESME_RINVOPTPARSTREAM, ESME_RINVPARLEN } from './command-status.ts';
import { faultOfTlvs, namedTlvs, readTlv, TlvError, tlvsOf } from './named-tlvs.ts';
import { PduError } from './pdu-error.ts';
import { bindRaw, listenRaw, type RawPeer } from './testing/raw-peer.ts';
import { connectPair, connectTo } from './testing/session-pair.ts';
import { type TlvName, type TlvValues, tlvDefinitions } from './tlv-definitions.ts';

const number = (most: number) => fc.integer({ min: 0, max: most });
const octets = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((value) => Buffer.from(value));
const text = (max: number) =>
  fc
    .array(fc.integer({ min: 1, max: 0xff }), { maxLength: max - 1 })
    .map((codes) => String.fromCharCode(...codes));

/** Values written down once more, from the standard's pages and not from the table. */
const values: { [N in TlvName]: fc.Arbitrary<TlvValues[N]> } = {
  destAddrSubunit: number(255),
  destNetworkType: number(255),
  destBearerType: number(255),
  destTelematicsId: number(65_535),
  sourceAddrSubunit: number(255),
  sourceNetworkType: number(255),
  sourceBearerType: number(255),
  sourceTelematicsId: number(255),
  qosTimeToLive: number(2 ** 32 - 1),
  payloadType: number(255),
  additionalStatusInfoText: text(256),
  receiptedMessageId: text(65),
  msMsgWaitFacilities: number(255),
  privacyIndicator: number(255),
  sourceSubaddress: octets(2, 23),
  destSubaddress: octets(2, 23),
  userMessageReference: number(65_535),
  userResponseCode: number(255),
  sourcePort: number(65_535),
  destinationPort: number(65_535),
  sarMsgRefNum: number(65_535),
  languageIndicator: number(255),
  sarTotalSegments: number(255),
  sarSegmentSeqnum: number(255),
  scInterfaceVersion: number(255),
  callbackNumPresInd: number(255),
  callbackNumAtag: octets(0, 65),
  numberOfMessages: number(255),
  callbackNum: octets(4, 19),
  dpfResult: number(255),
  setDpf: number(255),
  msAvailabilityStatus: number(255),
  networkErrorCode: fc.record({ network: number(255), code: number(65_535) }),
  messagePayload: octets(0, 300),
  deliveryFailureReason: number(255),
  moreMessagesToSend: number(255),
  messageState: number(255),
  ussdServiceOp: number(255),
  displayTime: number(255),
  smsSignal: number(65_535),
  msValidity: number(255),
  alertOnMessageDelivery: number(255),
  itsReplyType: number(255),
  itsSessionInfo: fc.record({ session: number(255), sequence: number(127), isLast: fc.boolean() }),
};
const names = Object.keys(values) as TlvName[];
const anyValues = fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Partial<TlvValues>>;

const overTheWire = (tlvs: Map<number, Buffer>) => {
  const pdu = decodePdu(encode('data_sm', 1, 0, { tlvs }));
  return 'tlvs' in pdu ? pdu.tlvs : new Map<number, Buffer>();
};
/** A data_sm with one parameter, written by hand: what we write ourselves is checked. */
function dataSmWith(tag: number, value: Buffer, sequence = 9): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  const frame = Buffer.concat([encode('data_sm', sequence, 0, {}), head, value]);
  frame.writeUInt32BE(frame.length, 0);
  return frame;
}

describe('the optional parameters', () => {
  it('are the 44 of the standard, each under a tag of its own', () => {
    expect(names).toHaveLength(44);
    expect(new Set(names)).toEqual(new Set(Object.keys(tlvDefinitions)));
    expect(new Set(Object.values(tlvDefinitions).map(({ tag }) => tag)).size).toBe(44);
    expect(new Set(Object.values(tlvDefinitions).map(({ name }) => name)).size).toBe(44);
  });

  it('come back by name as they were written, over the wire, and those of vendors as they are', () => {
    const vendors = fc.array(fc.tuple(fc.integer({ min: 0x1400, max: 0x3fff }), octets(0, 20)), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(anyValues, vendors, (given, others) => {
        const read = namedTlvs(overTheWire(tlvsOf(given, others)));
        expect(read.values).toEqual(given);
        expect(read.others).toEqual(new Map(others));
      }),
      { numRuns: soakTimes(300) },
    );
  });

  it.each([
    ['userMessageReference', 0x1234, '0204 0002 1234'],
    ['receiptedMessageId', 'aB1', '001e 0004 61423100'],
    ['networkErrorCode', { network: 3, code: 27 }, '0423 0003 03001b'],
    ['itsSessionInfo', { session: 7, sequence: 5, isLast: true }, '1383 0002 070b'],
    ['alertOnMessageDelivery', 0, '130c 0000'],
    ['qosTimeToLive', 3600, '0017 0004 00000e10'],
  ] as const)('has %s laid out as the standard says', (name, value, hex) => {
    const frame = encode('data_sm', 1, 0, { tlvs: tlvsOf({ [name]: value }) });
    expect(frame.subarray(encode('data_sm', 1, 0, {}).length).toString('hex')).toBe(hex.replaceAll(' ', ''));
  });

  it('are null where they are not there, and a text need not have its ending 0', () => {
    expect(readTlv(new Map(), 'messageState')).toBeNull();
    const bare = new Map([[tlvDefinitions.receiptedMessageId.tag, Buffer.from('ab12')]]);
    expect(readTlv(bare, 'receiptedMessageId')).toBe('ab12');
  });

  it('of a wrong length are an error that names them, whichever it is', () => {
    for (const name of names) {
      const { tag, min, max, name: written } = tlvDefinitions[name];
      for (const length of [min - 1, max + 1].filter((one) => one >= 0 && one <= 0xffff)) {
        const tlvs = new Map([[tag, Buffer.alloc(length)]]);
        expect(() => readTlv(tlvs, name)).toThrow(TlvError);
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
  ])('are not written where the value does not fit: %j', (given, written, status) => {
    try {
      tlvsOf(given as Partial<TlvValues>);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PduError);
      expect(error).toMatchObject({ status, message: expect.stringContaining(written) });
    }
  });
});

describe('an odd parameter on a session', () => {
  const state = tlvDefinitions.messageState.tag;
  const hello = { destinationAddr: '1', shortMessage: Buffer.from('Hello') };

  async function pairBesideRaw(): Promise<{ peer: RawPeer; works: () => Promise<unknown> }> {
    const { client, server, session } = await connectPair();
    session.onSubmitSm((submit) => session.respond(submit, { status: 0, messageId: 'ok' }));
    const peer = await bindRaw(server.port);
    for (const own of server.sessions)
      own.onDataSm((pdu) => own.respond(pdu, { status: 0, messageId: 'taken' }));
    return { peer, works: () => client.submitSm(hello) };
  }

  it('is answered with its status by an SMSC, which goes on with that session and with others', async () => {
    const { peer, works } = await pairBesideRaw();
    peer.write(dataSmWith(state, Buffer.of(0, 2)));
    expect(await peer.expect('data_sm_resp')).toMatchObject({ sequence: 9, status: ESME_RINVPARLEN });
    peer.write(dataSmWith(state, Buffer.of(2), 10));
    expect(await peer.expect('data_sm_resp')).toMatchObject({ sequence: 10, status: 0, messageId: 'taken' });
    expect(await works()).toMatchObject({ status: 0 });
  });

  it('that runs past the end of its PDU is answered too, and so is what follows', async () => {
    const { peer, works } = await pairBesideRaw();
    const torn = dataSmWith(state, Buffer.of(2));
    torn.writeUInt16BE(2, torn.length - 3);
    peer.write(Buffer.concat([torn, dataSmWith(state, Buffer.of(2), 10)]));
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 9, status: ESME_RINVOPTPARSTREAM });
    expect(await peer.expect('data_sm_resp')).toMatchObject({ sequence: 10, status: 0 });
    expect(await works()).toMatchObject({ status: 0 });
  });

  it('is answered with its status by an ESME that asks for it, and passed over by one that does not', async () => {
    const { port, accept } = await listenRaw();
    const connecting = connectTo(port, {
      onDataSm: async (pdu) => (pdu.sourceAddr === '' ? Number(readTlv(pdu.tlvs, 'messageState')) : 0),
    });
    const peer = await accept();
    peer.send('bind_transceiver_resp', (await peer.expect('bind_transceiver')).sequence);
    const client = await connecting;
    peer.write(dataSmWith(state, Buffer.of(0, 2)));
    expect(await peer.expect('data_sm_resp')).toMatchObject({ sequence: 9, status: ESME_RINVPARLEN });
    peer.write(dataSmWith(0x0204, Buffer.of(1), 10));
    expect(await peer.expect('data_sm_resp')).toMatchObject({ sequence: 10, status: 0 });
    expect(client.isOpen).toBe(true);
  });
});
