/**
 * PDUs to octets and back, by the tables of `pdu-definitions.ts`. One buffer a PDU, nothing copied on the way in: what
 * is decoded views the frame. Sending is strict, receiving is lenient where real SMSCs are sloppy and the meaning is
 * plain: over-long strings, responses cut short.
 */
import { ESME_RINVCMDID, ESME_RINVCMDLEN } from './command-status.ts';
import type { Command, Pdu } from './pdu.ts';
import { definitionOf, definitionOfId, type PduDefinition } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { BYTE, type Field, TEXT } from './pdu-fields.ts';
import { readTlvs, tlvsLength, writeTlvs } from './tlv.ts';

/** command_length, command_id, command_status and sequence_number, four octets each. */
export const HEADER_LENGTH = 16;

/** The octets of a PDU. @throws PduError for a field that does not fit, with the status that names the field. */
export function encodePdu(pdu: Pdu): Buffer {
  return encode(pdu.command, pdu.sequence, pdu.status, pdu);
}

/**
 * As {@link encodePdu}, from fields that need not be a whole PDU: what is missing goes out as 0, empty or no octets.
 * @throws PduError for a field that does not fit.
 */
export function encode(command: Command, sequence: number, status: number, fields: object): Buffer {
  const definition = definitionOf(command);
  const values = fields as Record<string, unknown>;
  const length = bodyLength(definition, values, status);
  const frame = Buffer.allocUnsafe(HEADER_LENGTH + length);
  frame.writeUInt32BE(HEADER_LENGTH + length, 0);
  frame.writeUInt32BE(definition.id, 4);
  frame.writeUInt32BE(status >>> 0, 8);
  frame.writeUInt32BE(sequence >>> 0, 12);
  if (length > 0) writeBody(frame, definition, values);
  return frame;
}

function bodyLength(definition: PduDefinition, values: Record<string, unknown>, status: number): number {
  if (!definition.hasBody) return 0;
  const tlvs = values.tlvs as ReadonlyMap<number, Buffer> | undefined;
  let length = tlvs && tlvs.size > 0 ? tlvsLength(tlvs) : 0;
  let isBlank = length === 0;
  for (const field of definition.fields) {
    const value = values[field.name];
    if (field.kind === BYTE) {
      if (value !== undefined) checkByte(field, value);
      length += 1;
    } else {
      const size = value === undefined ? 0 : (value as string | Buffer).length;
      if (size > (field.kind === TEXT ? field.max - 1 : field.max))
        throw new PduError(`${field.name} is too long: ${size} octets`, field.status);
      if (size > 0) isBlank = false;
      length += 1 + size;
    }
  }
  // Sections 4.1 and 4.4.2: a response that reports an error has no body.
  return definition.isResponse && status !== 0 && isBlank ? 0 : length;
}

function checkByte(field: Field, value: unknown): void {
  if ((value as number) >= 0 && (value as number) <= 0xff && Number.isInteger(value)) return;
  throw new PduError(`${field.name} is no octet: ${String(value)}`, field.status);
}

function writeBody(frame: Buffer, definition: PduDefinition, values: Record<string, unknown>): void {
  let at = HEADER_LENGTH;
  for (const field of definition.fields) {
    const value = values[field.name];
    if (field.kind === BYTE) {
      frame[at] = (value as number | undefined) ?? 0;
      at += 1;
    } else if (field.kind === TEXT) {
      if (value !== undefined) at = writeText(frame, at, value as string, field);
      frame[at] = 0;
      at += 1;
    } else {
      const octets = value as Buffer | undefined;
      frame[at] = octets?.length ?? 0;
      if (octets) frame.set(octets, at + 1);
      at += 1 + (octets?.length ?? 0);
    }
  }
  const tlvs = values.tlvs as ReadonlyMap<number, Buffer> | undefined;
  if (tlvs && tlvs.size > 0) writeTlvs(frame, at, tlvs);
}

// A loop, since these strings are short: a call to Buffer's own latin1Write costs more than the octets it writes.
function writeText(frame: Buffer, offset: number, value: string, field: Field): number {
  let at = offset;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code === 0 || code > 0xff)
      throw new PduError(`${field.name} holds a character that SMPP cannot carry there`, field.status);
    frame[at] = code;
    at += 1;
  }
  return at;
}

/**
 * The PDU in `frame`, which is one whole PDU as a framer hands it out.
 * @throws PduError with the status to answer: ESME_RINVCMDID for a command unknown here, ESME_RINVCMDLEN or
 *   ESME_RINVOPTPARSTREAM for a body that does not add up.
 */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < HEADER_LENGTH || frame.readUInt32BE(0) !== frame.length)
    throw new PduError(`command_length does not match a PDU of ${frame.length} octets`, ESME_RINVCMDLEN);
  const id = frame.readInt32BE(4);
  const sequence = frame.readUInt32BE(12);
  const definition = definitionOfId(id);
  if (!definition) {
    const name = (id >>> 0).toString(16).padStart(8, '0');
    throw new PduError(`command 0x${name} is not known here`, ESME_RINVCMDID, sequence, id < 0);
  }
  const pdu = definition.blank();
  pdu.sequence = sequence;
  pdu.status = frame.readUInt32BE(8);
  if (!definition.hasBody || (definition.isResponse && frame.length === HEADER_LENGTH)) return pdu;
  try {
    readBody(frame, definition, pdu as unknown as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof PduError)) throw error;
    throw new PduError(error.message, error.status, sequence, definition.isResponse);
  }
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
        throw new PduError(`${field.name} has no end`, ESME_RINVCMDLEN);
      if (end > at) values[field.name] = frame.toString('latin1', at, end);
      at = end + 1;
    } else {
      const end = at + 1 + (frame[at] ?? 0);
      if (end > frame.length) throw new PduError(`${field.name} runs past the end of its PDU`, field.status);
      if (end > at + 1) values[field.name] = frame.subarray(at + 1, end);
      at = end;
    }
  }
  if (at < frame.length) values.tlvs = readTlvs(frame, at);
}

function endOfText(frame: Buffer, from: number): number {
  let at = from;
  while (at < frame.length && frame[at] !== 0) at += 1;
  return at;
}
