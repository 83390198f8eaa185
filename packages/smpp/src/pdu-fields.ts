/** The mandatory fields of every PDU in wire order (SMPP 3.4 sections 4 and 5.2), for `pdu-definitions.ts`. */
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

/** command_length, command_id, command_status and sequence_number, four octets each. */
export const HEADER_LENGTH = 16;

/** One octet, unsigned. */
export const BYTE = 0;
/** A C-octet string: octets 1 to 255, NUL-terminated. */
export const TEXT = 1;
/** A length octet, then that many octets. */
export const OCTETS = 2;

export interface Field {
  readonly name: string;
  readonly kind: typeof BYTE | typeof TEXT | typeof OCTETS;
  /** How many octets may be sent, for TEXT including the terminator. Received values may be longer. */
  readonly max: number;
  /** The command_status that names this field as the faulty one. */
  readonly status: number;
}

const byte = (name: string): Field => ({ name, kind: BYTE, max: 0xff, status: ESME_RINVPARLEN });
const text = (name: string, max: number, status: number): Field => ({ name, kind: TEXT, max, status });
const source = (max: number): Field[] => [
  byte('sourceAddrTon'),
  byte('sourceAddrNpi'),
  text('sourceAddr', max, ESME_RINVSRCADR),
];
const destination = (max: number): Field[] => [
  byte('destAddrTon'),
  byte('destAddrNpi'),
  text('destinationAddr', max, ESME_RINVDSTADR),
];
const shortMessage: Field = { name: 'shortMessage', kind: OCTETS, max: 254, status: ESME_RINVMSGLEN };

// The standard limits the three strings of a bind to 16, 9 and 13 octets, but carriers issue longer passwords and names,
// and expect them in full.
export const bindFields: readonly Field[] = [
  text('systemId', 65, ESME_RINVSYSID),
  text('password', 65, ESME_RINVPASWD),
  text('systemType', 65, ESME_RINVSYSTYP),
  byte('interfaceVersion'),
  byte('addrTon'),
  byte('addrNpi'),
  text('addressRange', 41, ESME_RINVPARLEN),
];
export const bindRespFields: readonly Field[] = [text('systemId', 65, ESME_RINVSYSID)];
export const messageFields: readonly Field[] = [
  text('serviceType', 6, ESME_RINVSERTYP),
  ...source(21),
  ...destination(21),
  byte('esmClass'),
  byte('protocolId'),
  byte('priorityFlag'),
  text('scheduleDeliveryTime', 17, ESME_RINVSCHED),
  text('validityPeriod', 17, ESME_RINVEXPIRY),
  byte('registeredDelivery'),
  byte('replaceIfPresentFlag'),
  byte('dataCoding'),
  byte('smDefaultMsgId'),
  shortMessage,
];
export const messageRespFields: readonly Field[] = [text('messageId', 65, ESME_RINVPARLEN)];
export const dataFields: readonly Field[] = [
  text('serviceType', 6, ESME_RINVSERTYP),
  ...source(65),
  ...destination(65),
  byte('esmClass'),
  byte('registeredDelivery'),
  byte('dataCoding'),
];
export const alertFields: readonly Field[] = [
  ...source(65),
  byte('esmeAddrTon'),
  byte('esmeAddrNpi'),
  text('esmeAddr', 65, ESME_RINVPARLEN),
];
