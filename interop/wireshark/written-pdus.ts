/** PDUs of every command that we write, in all our variations. */
import * as status from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt, type ReceiptState } from '@textprobe/smpp/delivery-receipt';
import type { BindMode } from '@textprobe/smpp/pdu';
import { alphabets, concatenationMethods, splitMessage } from '@textprobe/smpp/split-message';
import { addresses, buildPdu, type WrittenPdu } from './build-pdu.ts';
import { writtenParameters } from './written-parameters.ts';
import { writtenRequests } from './written-requests.ts';

const MODES: readonly BindMode[] = ['transmitter', 'receiver', 'transceiver'];
const STATES: readonly ReceiptState[] = [
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'enroute',
  'unknown',
];
const STATUSES = Object.values(status)
  .filter((value) => typeof value === 'number')
  .filter((code) => code > 0);
const longTexts = [`${'€[x] '.repeat(60)}Ça`, 'Ça va? «Grüße» '.repeat(20), 'Здравствуйте 😀 '.repeat(10)];

function binds(): WrittenPdu[] {
  const whole = {
    systemId: 'a'.repeat(15),
    password: 'b'.repeat(8),
    systemType: 'c'.repeat(12),
    interfaceVersion: 0x34,
    addrTon: 5,
    addrNpi: 9,
    addressRange: '^1415555[0-9]*$',
  };
  return MODES.flatMap((mode): WrittenPdu[] => [
    { pdu: buildPdu(`bind_${mode}`, { systemId: 'office', password: 'secret', interfaceVersion: 0x34 }) },
    { pdu: buildPdu(`bind_${mode}`, whole) },
    {
      pdu: buildPdu(`bind_${mode}_resp`, { systemId: 'lab', tlvs: new Map([[0x0210, Buffer.of(0x34)]]) }),
      sees: { 'smpp.SC_interface_version': '52' },
    },
    { pdu: buildPdu(`bind_${mode}_resp`, { systemId: 'lab' }) },
    { pdu: buildPdu(`bind_${mode}_resp`, { status: status.ESME_RINVPASWD }) },
  ]);
}

function submits(): WrittenPdu[] {
  const texts = ['Hello', 'Grüße {€} [~] ^ \\ | £ Ça', 'Здравствуйте 😀', ...longTexts];
  const options = concatenationMethods.flatMap((concatenation) =>
    alphabets.map((alphabet) => ({ concatenation, alphabet })),
  );
  const parts = options.flatMap((option) => texts.flatMap((text) => splitMessage(text, 263, option)));
  const parameters: readonly (readonly [number, Buffer, string, string])[] = [
    [0x0204, Buffer.of(0x12, 0x34), 'smpp.user_message_reference', '0x1234'],
    [0x020c, Buffer.of(1, 7), 'smpp.sar_msg_ref_num', '263'],
    [0x020e, Buffer.of(2), 'smpp.sar_total_segments', '2'],
    [0x020f, Buffer.of(1), 'smpp.sar_segment_seqnum', '1'],
    [0x0424, Buffer.from('hello'), 'smpp.message_payload', '68:65:6c:6c:6f'],
    [0x1401, Buffer.of(9, 9), 'smpp.vendor_op', '09:09'],
  ];
  const timed = { scheduleDeliveryTime: '261121120000000+', validityPeriod: '000001000000000R' };
  const octets = Buffer.from(Array.from({ length: 254 }, (_, index) => index));
  const message = { ...addresses, shortMessage: Buffer.from('Hello') };
  return [
    ...parts.map((part) => ({
      pdu: buildPdu('submit_sm', { ...addresses, registeredDelivery: 1, ...part }),
    })),
    ...parameters.map(([tag, value, field, seen]) => ({
      pdu: buildPdu('submit_sm', { ...addresses, tlvs: new Map([[tag, value]]) }),
      sees: { [field]: seen },
    })),
    {
      pdu: buildPdu('submit_sm', {
        ...addresses,
        tlvs: new Map(parameters.map(([tag, value]) => [tag, value])),
      }),
    },
    { pdu: buildPdu('submit_sm', { ...addresses, tlvs: new Map([[0x0424, Buffer.alloc(60_000, 'x')]]) }) },
    { pdu: buildPdu('submit_sm', { ...addresses, dataCoding: 4, shortMessage: octets }) },
    {
      pdu: buildPdu('submit_sm', {
        ...addresses,
        sourceAddrTon: 5,
        sourceAddrNpi: 0,
        sourceAddr: 'Textprobe',
      }),
    },
    {
      pdu: buildPdu('submit_sm', { ...message, ...timed }),
      sees: {
        'smpp.schedule_delivery_time': 'Nov 21, 2026 12:00:00.000000000 UTC',
        'smpp.validity_period_r': '86400.000000000',
      },
    },
    ...[0, 1, 2, 3, 4, 8, 0x10, 0x1d].map((registeredDelivery) => ({
      pdu: buildPdu('submit_sm', { ...message, registeredDelivery }),
    })),
    ...[1, 2, 3, 4, 8, 0x80].map((esmClass) => ({ pdu: buildPdu('submit_sm', { ...message, esmClass }) })),
    {
      pdu: buildPdu('submit_sm', {
        ...message,
        serviceType: 'CMT',
        protocolId: 0x41,
        priorityFlag: 3,
        replaceIfPresentFlag: 1,
        dataCoding: 3,
        smDefaultMsgId: 200,
      }),
    },
  ];
}

function deliveries(): WrittenPdu[] {
  const receipts = STATES.flatMap((state) =>
    [true, false].map((withTlvs) =>
      buildPdu('deliver_sm', {
        ...addresses,
        ...formatDeliveryReceipt({
          messageId: 'ab12',
          state,
          submittedAt: 0,
          doneAt: 60_000,
          error: '027',
          text: 'Hello',
          withTlvs,
        }),
      }),
    ),
  );
  const failed = new Map([[0x0423, Buffer.of(3, 0, 8)]]);
  return [
    ...receipts.map((pdu) => ({ pdu })),
    {
      pdu: buildPdu('deliver_sm', { ...addresses, esmClass: 4, tlvs: failed }),
      sees: { 'smpp.network_error.type': '3', 'smpp.network_error.code': '0x0008' },
    },
    ...longTexts
      .flatMap((text) => splitMessage(text, 9))
      .map((part) => ({ pdu: buildPdu('deliver_sm', { ...addresses, ...part }) })),
  ];
}

function answers(): WrittenPdu[] {
  const bare = ['unbind', 'unbind_resp', 'enquire_link', 'enquire_link_resp'] as const;
  return [
    ...['1', 'ffffffff', 'x'.repeat(64)].map((messageId) => ({
      pdu: buildPdu('submit_sm_resp', { messageId }),
    })),
    ...STATUSES.map((code) => ({ pdu: buildPdu('submit_sm_resp', { status: code }) })),
    { pdu: buildPdu('deliver_sm_resp') },
    ...STATUSES.map((code) => ({ pdu: buildPdu('deliver_sm_resp', { status: code }) })),
    ...STATUSES.map((code) => ({ pdu: buildPdu('generic_nack', { status: code }) })),
    ...bare.map((command) => ({ pdu: buildPdu(command) })),
    { pdu: buildPdu('enquire_link', { sequence: 0x7fffffff }) },
    { pdu: buildPdu('unbind_resp', { status: status.ESME_RSYSERR }) },
  ];
}

/** All of them in one list. */
export function writtenPdus(): WrittenPdu[] {
  return [
    ...binds(),
    ...submits(),
    ...deliveries(),
    ...answers(),
    ...writtenRequests(),
    ...writtenParameters(),
  ];
}
