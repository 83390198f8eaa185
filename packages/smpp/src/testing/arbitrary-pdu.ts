/** Random PDUs of every command, each field within the limits of the standard. */
import fc from 'fast-check';
import type { BindMode, Pdu } from '../pdu.ts';
import { definitionOfTag, tlvDefinitions } from '../tlv-definitions.ts';

const octet = fc.integer({ min: 0, max: 0xff });
const sequence = fc.integer({ min: 0, max: 0xffffffff });
const status = fc.integer({ min: 0, max: 0xffffffff });
const buffer = (maxLength: number) => fc.uint8Array({ maxLength }).map((octets) => Buffer.from(octets));
const known = fc
  .constantFrom(...Object.values(tlvDefinitions))
  .chain(({ tag, min, max }) =>
    fc
      .uint8Array({ minLength: min, maxLength: Math.min(max, 40) })
      .map((octets) => [tag, Buffer.from(octets)] as const),
  );
const unknown = fc
  .tuple(fc.integer({ min: 0, max: 0xffff }), buffer(40))
  .filter(([tag]) => definitionOfTag(tag) === undefined);
const tlvs = fc.array(fc.oneof(known, unknown), { maxLength: 4 }).map((entries) => new Map(entries));

const noTlvs = fc.constant(new Map<number, Buffer>());

/** C-octet strings of at most `max` octets including the terminator. */
const text = (max: number) =>
  fc
    .array(fc.integer({ min: 1, max: 0xff }), { maxLength: max - 1 })
    .map((codes) => String.fromCharCode(...codes));

const mode = fc.constantFrom<BindMode>('transmitter', 'receiver', 'transceiver');

const bind = fc.record({
  command: mode.map((word) => `bind_${word}` as const),
  sequence,
  status: fc.constant(0),
  systemId: text(16),
  password: text(9),
  systemType: text(13),
  interfaceVersion: octet,
  addrTon: octet,
  addrNpi: octet,
  addressRange: text(41),
  tlvs,
});

const bindResp = fc.record({
  command: mode.map((word) => `bind_${word}_resp` as const),
  sequence,
  status,
  systemId: text(16),
  tlvs,
});

const message = <C extends 'submit_sm' | 'deliver_sm'>(command: C) =>
  fc.record({
    command: fc.constant(command),
    sequence,
    status: fc.constant(0),
    serviceType: text(6),
    sourceAddrTon: octet,
    sourceAddrNpi: octet,
    sourceAddr: text(21),
    destAddrTon: octet,
    destAddrNpi: octet,
    destinationAddr: text(21),
    esmClass: octet,
    protocolId: octet,
    priorityFlag: octet,
    scheduleDeliveryTime: text(17),
    validityPeriod: text(17),
    registeredDelivery: octet,
    replaceIfPresentFlag: octet,
    dataCoding: octet,
    smDefaultMsgId: octet,
    shortMessage: buffer(254),
    tlvs,
  });

const messageResp = <C extends 'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp'>(command: C) =>
  fc.record({ command: fc.constant(command), sequence, status, messageId: text(65), tlvs });

const source = (max: number) => ({ sourceAddrTon: octet, sourceAddrNpi: octet, sourceAddr: text(max) });
const destination = (max: number) => ({
  destAddrTon: octet,
  destAddrNpi: octet,
  destinationAddr: text(max),
});
/**
 * The common fields of a request. Of these, only data_sm and alert_notification take optional parameters in the
 * standard.
 */
const requested = <C extends string>(command: C, optional: fc.Arbitrary<Map<number, Buffer>> = noTlvs) => ({
  command: fc.constant(command),
  sequence,
  status: fc.constant(0),
  tlvs: optional,
});

const rare = fc.oneof(
  fc.record({
    ...requested('data_sm', tlvs),
    serviceType: text(6),
    ...source(65),
    ...destination(65),
    esmClass: octet,
    registeredDelivery: octet,
    dataCoding: octet,
  }),
  fc.record({
    ...requested('alert_notification', tlvs),
    ...source(65),
    esmeAddrTon: octet,
    esmeAddrNpi: octet,
    esmeAddr: text(65),
  }),
);

const bare = fc.record({
  command: fc.constantFrom('unbind', 'unbind_resp', 'enquire_link', 'enquire_link_resp', 'generic_nack'),
  sequence,
  status,
});

export const arbitraryPdu: fc.Arbitrary<Pdu> = fc.oneof(
  bind,
  bindResp,
  message('submit_sm'),
  message('deliver_sm'),
  messageResp('submit_sm_resp'),
  messageResp('deliver_sm_resp'),
  messageResp('data_sm_resp'),
  rare,
  bare,
) as fc.Arbitrary<Pdu>;
