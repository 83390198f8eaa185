/** All optional parameters, between our named ones and npm `smpp`'s. */
import type { SmppPdu } from 'smpp';
import { describe, expect, it } from 'vitest';
import { ESME_RINVPARLEN } from './command-status.ts';
import { tlvsOf } from './named-tlvs.ts';
import type { SubmitSm } from './pdu.ts';
import { askNpm, bindNpmClient, startNpmServer } from './testing/npm-peer.ts';
import { connectTo, startServer } from './testing/session-pair.ts';
import { type TlvName, type TlvValues, tlvDefinitions } from './tlv-definitions.ts';

/** npm smpp reads and writes these as octets. */
const octets: readonly TlvName[] = [
  'sourceSubaddress',
  'destSubaddress',
  'networkErrorCode',
  'itsSessionInfo',
  'msValidity',
];

const values: Omit<TlvValues, 'sourceTelematicsId'> = {
  destAddrSubunit: 1,
  destNetworkType: 2,
  destBearerType: 3,
  destTelematicsId: 0x0405,
  sourceAddrSubunit: 6,
  sourceNetworkType: 7,
  sourceBearerType: 8,
  qosTimeToLive: 3_600,
  payloadType: 1,
  additionalStatusInfoText: 'no such phone',
  receiptedMessageId: 'AB12',
  msMsgWaitFacilities: 0x83,
  privacyIndicator: 2,
  userMessageReference: 0x1234,
  userResponseCode: 9,
  sourcePort: 2_948,
  destinationPort: 49_999,
  sarMsgRefNum: 0xfffe,
  languageIndicator: 3,
  sarTotalSegments: 4,
  sarSegmentSeqnum: 2,
  scInterfaceVersion: 0x34,
  callbackNumPresInd: 5,
  callbackNumAtag: Buffer.of(0, 0x41, 0x42),
  numberOfMessages: 99,
  callbackNum: Buffer.from('\x01\x01\x0112025550100', 'latin1'),
  dpfResult: 1,
  setDpf: 1,
  msAvailabilityStatus: 2,
  messagePayload: Buffer.from('Hello'),
  deliveryFailureReason: 3,
  moreMessagesToSend: 1,
  messageState: 5,
  ussdServiceOp: 17,
  displayTime: 1,
  smsSignal: 0x0203,
  alertOnMessageDelivery: 1,
  itsReplyType: 4,
  sourceSubaddress: Buffer.of(0xa0, 1, 2),
  destSubaddress: Buffer.of(0x88, 3),
  networkErrorCode: { network: 3, code: 27 },
  itsSessionInfo: { session: 7, sequence: 5, isLast: true },
  msValidity: 2,
};
const names = Object.keys(values) as (keyof typeof values)[];

/** The name of the parameter in npm smpp. */
function npmName(name: TlvName): string {
  if (name === 'destinationPort') return 'dest_port';
  return tlvDefinitions[name].name.toLowerCase();
}

/** The value as npm smpp reads and writes it. */
function npmValue(name: keyof typeof values): unknown {
  const value = values[name];
  if (octets.includes(name)) return tlvsOf({ [name]: value }).get(tlvDefinitions[name].tag);
  if (name === 'messagePayload') return { message: 'Hello' };
  if (name === 'callbackNumPresInd') return [value];
  if (name === 'callbackNum') return [{ digit_mode: 1, ton: 1, npi: 1, number: '12025550100' }];
  if (name === 'callbackNumAtag') return [{ encoding: 0, display: Buffer.from('AB') }];
  return value;
}
const npmFields = (): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [npmName(name), npmValue(name)]));
const hello = { destinationAddr: '12025550123', shortMessage: Buffer.alloc(0) };
const VENDOR = [0x1501, Buffer.from('theirs')] as const;

describe('all optional parameters', () => {
  it('cover the standard except source_telematics_id, which has two octets in npm smpp', () => {
    expect(new Set([...names, 'sourceTelematicsId'])).toEqual(new Set(Object.keys(tlvDefinitions)));
  });

  it('reach an npm smpp server under their names, and a vendor-specific one unchanged', async () => {
    const received = Promise.withResolvers<SmppPdu>();
    const port = await startNpmServer((session) => {
      session.on('submit_sm', (pdu: SmppPdu) => {
        received.resolve(pdu);
        session.send(pdu.response());
      });
    });
    const client = await connectTo(port);
    expect(await client.submitSm({ ...hello, tlvs: tlvsOf(values, [VENDOR]) })).toMatchObject({ status: 0 });
    expect(await received.promise).toMatchObject({ ...npmFields(), [VENDOR[0]]: VENDOR[1] });
  });

  it('reach our server as an npm smpp client sent them', async () => {
    const received: SubmitSm[] = [];
    const { server } = await startServer({
      onSession: (own) =>
        own.onSubmitSm((pdu) => {
          received.push(pdu);
          own.respond(pdu, { status: 0 });
        }),
    });
    const { session } = await bindNpmClient(server.port);
    expect(await askNpm(session, 'submit_sm', npmFields())).toMatchObject({ command_status: 0 });
    expect(received.map(({ tlvs }) => tlvs)).toEqual([tlvsOf(values)]);
    // npm smpp sends two octets; the standard has one.
    expect(await askNpm(session, 'submit_sm', { source_telematics_id: 1 })).toMatchObject({
      command: 'submit_sm_resp',
      command_status: ESME_RINVPARLEN,
    });
    expect(await askNpm(session, 'submit_sm', { user_response_code: 1 })).toMatchObject({
      command_status: 0,
    });
  });
});
