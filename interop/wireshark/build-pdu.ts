/** Builds the PDUs for Wireshark to read. */
import type { Command, Pdu } from '@textprobe/smpp/pdu';
import { definitionOf } from '@textprobe/smpp/pdu-definitions';

/** A PDU, and what else Wireshark must show for it, such as the value of an optional parameter. */
export interface WrittenPdu {
  readonly pdu: Pdu;
  readonly sees?: Readonly<Record<string, string>>;
}

let sequence = 0;

/** A PDU with these fields; the others are blank. */
export function buildPdu<C extends Command>(command: C, fields: object = {}): Pdu {
  sequence += 1;
  return Object.assign(definitionOf(command).blank(), { sequence }, fields) as Pdu;
}

export const addresses = {
  sourceAddrTon: 1,
  sourceAddrNpi: 1,
  sourceAddr: '12025550100',
  destAddrTon: 1,
  destAddrNpi: 1,
  destinationAddr: '12025550123',
};
