/**
 * PDUs to octets and back, by the tables of `pdu-definitions.ts`. One buffer a PDU, nothing copied on the way in: what
 * is decoded views the frame. Sending is strict, receiving is lenient where real SMSCs are sloppy and the meaning is
 * plain: over-long strings, responses cut short.
 */
import { ESME_RINVCMDID, ESME_RINVCMDLEN } from './command-status.ts';
import { octetOf, sizeOf, writeOctets, writeText, writeWord } from './field-writer.ts';
import { readMessage, readMessageResp } from './message-reader.ts';
import { messageLength, messageRespLength, writeMessage, writeMessageResp } from './message-writer.ts';
import type { Command, Pdu, WithTlvs } from './pdu.ts';
import { definitionOf, definitionOfId, type PduDefinition } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { BYTE, OCTETS, TEXT } from './pdu-fields.ts';
import { readTlvs, tlvsLength, writeTlvs } from './tlv.ts';

/** A PDU's fields by their names. */
type Values = Record<string, unknown> & Partial<WithTlvs>;

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
  const length = pduLength(command, status, fields);
  const frame = Buffer.allocUnsafe(length);
  writePdu(frame, 0, length, command, sequence, status, fields);
  return frame;
}

/** How many octets the PDU takes that {@link writePdu} writes. @throws PduError for a field that is too long */
export function pduLength(command: Command, status: number, fields: object): number {
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return HEADER_LENGTH + messageLength(fields);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return HEADER_LENGTH + messageRespLength(fields, status);
    default:
      return HEADER_LENGTH + bodyLength(definitionOf(command), fields as Values, status);
  }
}

/**
 * Writes a PDU of `length` octets, which is its {@link pduLength}, at `offset`.
 * @throws PduError for a field that does not fit; what lies in those octets of `target` is then undefined
 */
export function writePdu(
  target: Buffer,
  offset: number,
  length: number,
  command: Command,
  sequence: number,
  status: number,
  fields: object,
): void {
  const definition = definitionOf(command);
  writeWord(target, offset, length);
  writeWord(target, offset + 4, definition.id);
  writeWord(target, offset + 8, status);
  writeWord(target, offset + 12, sequence);
  const body = offset + HEADER_LENGTH;
  if (length === HEADER_LENGTH) return;
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return writeMessage(target, body, fields);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return writeMessageResp(target, body, fields);
    default:
      return writeBody(target, body, definition, fields as Values);
  }
}

function bodyLength(definition: PduDefinition, values: Values, status: number): number {
  if (!definition.hasBody) return 0;
  const { tlvs } = values;
  const extra = tlvs && tlvs.size > 0 ? tlvsLength(tlvs) : 0;
  let size = 0;
  for (const field of definition.fields)
    if (field.kind !== BYTE) size += sizeOf(values[field.name] as string | Buffer | undefined, field);
  // Sections 4.1 and 4.4.2: a response that reports an error has no body.
  if (definition.isResponse && status !== 0 && size + extra === 0) return 0;
  return definition.fields.length + size + extra;
}

function writeBody(target: Buffer, offset: number, definition: PduDefinition, values: Values): void {
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

/**
 * The PDU in `frame`, which is one whole PDU as a framer hands it out.
 * @throws PduError with the status to answer: ESME_RINVCMDID for a command unknown here, ESME_RINVCMDLEN or
 *   ESME_RINVOPTPARSTREAM for a body that does not add up.
 */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < HEADER_LENGTH || frame.readUInt32BE(0) !== frame.length)
    throw new PduError(`command_length does not match a PDU of ${frame.length} octets`, ESME_RINVCMDLEN);
  return decodePduWithin(frame, 0, frame.length);
}

/** As {@link decodePdu}, of a PDU that lies in `chunk` from `from` until `to`. Its command_length has been checked. */
export function decodePduWithin(chunk: Buffer, from: number, to: number): Pdu {
  const id = chunk.readInt32BE(from + 4);
  const definition = definitionOfId(id);
  if (!definition) {
    const name = (id >>> 0).toString(16).padStart(8, '0');
    const sequence = chunk.readUInt32BE(from + 12);
    throw new PduError(`command 0x${name} is not known here`, ESME_RINVCMDID, sequence, id < 0);
  }
  try {
    return readPdu(definition, chunk, from, to);
  } catch (error) {
    if (!(error instanceof PduError)) throw error;
    const sequence = chunk.readUInt32BE(from + 12);
    throw new PduError(error.message, error.status, sequence, definition.isResponse);
  }
}

function readPdu(definition: PduDefinition, chunk: Buffer, from: number, to: number): Pdu {
  const { command } = definition;
  if (command === 'submit_sm_resp' || command === 'deliver_sm_resp')
    return readMessageResp(command, chunk, from, to);
  const message =
    command === 'submit_sm' || command === 'deliver_sm' ? readMessage(command, chunk, from, to) : null;
  return message ?? readByTable(definition, chunk.subarray(from, to));
}

function readByTable(definition: PduDefinition, frame: Buffer): Pdu {
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
