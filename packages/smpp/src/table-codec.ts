/** Encodes and decodes any PDU by the tables of `pdu-definitions.ts`. */
import { ESME_RINVCMDLEN } from './command-status.ts';
import { octetOf, sizeOf, writeOctets, writeText } from './field-writer.ts';
import type { Pdu, WithTlvs } from './pdu.ts';
import type { PduDefinition } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { BYTE, HEADER_LENGTH, OCTETS, TEXT } from './pdu-fields.ts';
import { readTlvs, TAG_INCOMPLETE, tlvsLength, writeTlvs } from './tlv.ts';

/** A PDU's fields by name. */
type Values = Record<string, unknown> & Partial<WithTlvs>;

/** The length of the body in octets. @throws PduError for a field that is too long */
export function tableLength(definition: PduDefinition, fields: object, status: number): number {
  const values = fields as Values;
  if (!definition.hasBody) return 0;
  const { tlvs } = values;
  const extra = tlvs && tlvs.size > 0 ? tlvsLength(tlvs) : 0;
  let size = 0;
  for (const field of definition.fields)
    if (field.kind !== BYTE) size += sizeOf(values[field.name] as string | Buffer | undefined, field);
  // Sections 4.1 and 4.4.2: a response with an error status has no body.
  if (definition.isResponse && status !== 0 && size + extra === 0) return 0;
  return definition.fields.length + size + extra;
}

/** Writes the body at `offset`. @throws PduError for a field that cannot be encoded */
export function writeByTable(
  target: Buffer,
  offset: number,
  definition: PduDefinition,
  fields: object,
): void {
  const values = fields as Values;
  let at = offset;
  for (const field of definition.fields) {
    const value = values[field.name];
    if (field.kind === TEXT) at = writeText(target, at, value as string | undefined, field);
    else if (field.kind === OCTETS) at = writeOctets(target, at, value as Buffer | undefined);
    else {
      target[at] = octetOf(value as number | undefined, field);
      at += 1;
    }
  }
  const { tlvs } = values;
  if (tlvs && tlvs.size > 0) writeTlvs(target, at, tlvs);
}

/** Decodes `frame` by its definition. @throws PduError for a malformed body */
export function readByTable(definition: PduDefinition, frame: Buffer): Pdu {
  const pdu = definition.blank();
  pdu.sequence = frame.readUInt32BE(12);
  pdu.status = frame.readUInt32BE(8);
  if (!definition.hasBody || (definition.isResponse && frame.length === HEADER_LENGTH)) return pdu;
  readBody(frame, definition, pdu as unknown as Record<string, unknown>);
  return pdu;
}

function readBody(frame: Buffer, definition: PduDefinition, values: Record<string, unknown>): void {
  let at = HEADER_LENGTH;
  for (const field of definition.fields) {
    if (at >= frame.length) {
      if (definition.isResponse) return;
      throw new PduError(`the PDU ends before its ${field.name}`, ESME_RINVCMDLEN);
    }
    if (field.kind === BYTE) {
      values[field.name] = frame[at];
      at += 1;
    } else if (field.kind === TEXT) {
      const end = endOfText(frame, at);
      if (end === frame.length && !definition.isResponse)
        throw new PduError(`${field.name} is not terminated`, ESME_RINVCMDLEN);
      if (end > at) values[field.name] = frame.toString('latin1', at, end);
      at = end + 1;
    } else {
      const end = at + 1 + (frame[at] ?? 0);
      if (end > frame.length) {
        if (definition.isToSmsc)
          throw new PduError(`${field.name} runs past the end of its PDU`, field.status);
        // Refused, an SMSC would resend the receipt forever.
        values.tlvs = new Map([[TAG_INCOMPLETE, frame.subarray(frame.length)]]);
      }
      if (end > at + 1) values[field.name] = frame.subarray(at + 1, end);
      at = end;
    }
  }
  if (at < frame.length) values.tlvs = readTlvs(frame, at, definition.isToSmsc);
}

function endOfText(frame: Buffer, from: number): number {
  let at = from;
  while (at < frame.length && frame[at] !== 0) at += 1;
  return at;
}
