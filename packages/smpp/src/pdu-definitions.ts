/**
 * Every PDU as a table: its command_id and its fields in the order of the wire (SMPP 3.4 sections 4 and 5). Encoder and
 * decoder walk these tables; a new PDU is a new row. `blank` gives a PDU with every field in place, so that decoding
 * fills an object of one settled shape instead of growing one.
 */
import {
  ESME_RINVDSTADR,
  ESME_RINVEXPIRY,
  ESME_RINVMSGLEN,
  ESME_RINVPARLEN,
  ESME_RINVPASWD,
  ESME_RINVSCHED,
  ESME_RINVSERTYP,
  ESME_RINVSRCADR,
  ESME_RINVSYSID,
  ESME_RINVSYSTYP,
} from './command-status.ts';
import type { BindPdu, BindResp, Command, MessageFields, Pdu } from './pdu.ts';

/** One octet, unsigned. */
export const BYTE = 0;
/** A C-octet string: octets 1 to 255, ended by 0. */
export const TEXT = 1;
/** One octet of length, then as many octets. */
export const OCTETS = 2;

export interface Field {
  readonly name: string;
  readonly kind: typeof BYTE | typeof TEXT | typeof OCTETS;
  /** The most octets that may be sent; for TEXT with the ending 0. What is received may be longer. */
  readonly max: number;
  /** The command_status that names this field as the faulty one. */
  readonly status: number;
}

export interface PduDefinition {
  readonly command: Command;
  readonly id: number;
  readonly fields: readonly Field[];
  /** A PDU with no mandatory fields (enquire_link …) has no optional ones either. */
  readonly hasBody: boolean;
  readonly isResponse: boolean;
  blank(): Pdu;
}

/** The bit of command_id that marks a response. */
export const RESPONSE_BIT = 0x80000000;

/** What a decoded PDU without optional parameters carries: one map for all of them, since most have none. */
const noTlvs: ReadonlyMap<number, Buffer> = new Map();
const noOctets = Buffer.alloc(0);

const byte = (name: string): Field => ({ name, kind: BYTE, max: 0xff, status: ESME_RINVPARLEN });
const text = (name: string, max: number, status: number): Field => ({ name, kind: TEXT, max, status });

// The standard allows 16, 9 and 13 octets for the three strings of a bind, but carriers hand out longer passwords and
// names, and expect them whole.
const bindFields: Field[] = [
  text('systemId', 65, ESME_RINVSYSID),
  text('password', 65, ESME_RINVPASWD),
  text('systemType', 65, ESME_RINVSYSTYP),
  byte('interfaceVersion'),
  byte('addrTon'),
  byte('addrNpi'),
  text('addressRange', 41, ESME_RINVPARLEN),
];
const bindRespFields: Field[] = [text('systemId', 65, ESME_RINVSYSID)];
const messageFields: Field[] = [
  text('serviceType', 6, ESME_RINVSERTYP),
  byte('sourceAddrTon'),
  byte('sourceAddrNpi'),
  text('sourceAddr', 21, ESME_RINVSRCADR),
  byte('destAddrTon'),
  byte('destAddrNpi'),
  text('destinationAddr', 21, ESME_RINVDSTADR),
  byte('esmClass'),
  byte('protocolId'),
  byte('priorityFlag'),
  text('scheduleDeliveryTime', 17, ESME_RINVSCHED),
  text('validityPeriod', 17, ESME_RINVEXPIRY),
  byte('registeredDelivery'),
  byte('replaceIfPresentFlag'),
  byte('dataCoding'),
  byte('smDefaultMsgId'),
  { name: 'shortMessage', kind: OCTETS, max: 254, status: ESME_RINVMSGLEN },
];
const messageRespFields: Field[] = [text('messageId', 65, ESME_RINVPARLEN)];

function blankBind(command: BindPdu['command']): BindPdu {
  return {
    command,
    sequence: 0,
    status: 0,
    systemId: '',
    password: '',
    systemType: '',
    interfaceVersion: 0,
    addrTon: 0,
    addrNpi: 0,
    addressRange: '',
    tlvs: noTlvs,
  };
}

const blankBindResp = (command: BindResp['command']): BindResp => ({
  command,
  sequence: 0,
  status: 0,
  systemId: '',
  tlvs: noTlvs,
});

function blankMessage<C extends 'submit_sm' | 'deliver_sm'>(command: C) {
  const fields: MessageFields = {
    serviceType: '',
    sourceAddrTon: 0,
    sourceAddrNpi: 0,
    sourceAddr: '',
    destAddrTon: 0,
    destAddrNpi: 0,
    destinationAddr: '',
    esmClass: 0,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresentFlag: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: noOctets,
    tlvs: noTlvs,
  };
  return Object.assign(fields, { command, sequence: 0, status: 0 });
}

const blankMessageResp = <C extends 'submit_sm_resp' | 'deliver_sm_resp'>(command: C) => ({
  command,
  sequence: 0,
  status: 0,
  messageId: '',
  tlvs: noTlvs,
});
const bare = <C extends Command>(command: C) => ({ command, sequence: 0, status: 0 });

function define(id: number, fields: readonly Field[], blank: () => Pdu): PduDefinition {
  return {
    command: blank().command,
    id,
    fields,
    hasBody: fields.length > 0,
    isResponse: id >= RESPONSE_BIT,
    blank,
  };
}

const definitions: readonly PduDefinition[] = [
  define(0x80000000, [], () => bare('generic_nack')),
  define(0x00000001, bindFields, () => blankBind('bind_receiver')),
  define(0x80000001, bindRespFields, () => blankBindResp('bind_receiver_resp')),
  define(0x00000002, bindFields, () => blankBind('bind_transmitter')),
  define(0x80000002, bindRespFields, () => blankBindResp('bind_transmitter_resp')),
  define(0x00000004, messageFields, () => blankMessage('submit_sm')),
  define(0x80000004, messageRespFields, () => blankMessageResp('submit_sm_resp')),
  define(0x00000005, messageFields, () => blankMessage('deliver_sm')),
  define(0x80000005, messageRespFields, () => blankMessageResp('deliver_sm_resp')),
  define(0x00000006, [], () => bare('unbind')),
  define(0x80000006, [], () => bare('unbind_resp')),
  define(0x00000009, bindFields, () => blankBind('bind_transceiver')),
  define(0x80000009, bindRespFields, () => blankBindResp('bind_transceiver_resp')),
  define(0x00000015, [], () => bare('enquire_link')),
  define(0x80000015, [], () => bare('enquire_link_resp')),
];

// Keyed by the id as a signed 32-bit number, which the engine keeps unboxed where 0x80000004 would be a heap number.
const byId = new Map(definitions.map((definition) => [definition.id | 0, definition]));
const byCommand = new Map<string, PduDefinition>(
  definitions.map((definition) => [definition.command, definition]),
);

/** @param id command_id as a signed 32-bit number (`readInt32BE`). */
export const definitionOfId = (id: number): PduDefinition | undefined => byId.get(id);

export function definitionOf(command: Command): PduDefinition {
  const definition = byCommand.get(command);
  if (!definition) throw new TypeError(`no such SMPP command: ${command}`);
  return definition;
}
