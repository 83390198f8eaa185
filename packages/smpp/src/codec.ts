/**
 * Encodes and decodes PDUs: messages and their responses by hand-written code, all others from tables. Decoding copies
 * nothing: values are views of the frame. Encoding is strict; decoding accepts what sloppy SMSCs send if the meaning is
 * clear, such as over-long strings and truncated responses.
 */
import { ESME_RINVCMDID, ESME_RINVCMDLEN } from './command-status.ts';
import { writeWord } from './field-writer.ts';
import { readMessage, readMessageResp } from './message-reader.ts';
import { messageLength, messageRespLength, writeMessage, writeMessageResp } from './message-writer.ts';
import type { Command, Pdu } from './pdu.ts';
import { definitionOf, definitionOfId, type PduDefinition } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { HEADER_LENGTH } from './pdu-fields.ts';
import { readByTable, tableLength, writeByTable } from './table-codec.ts';

/** Encodes a PDU. @throws PduError for a field that does not fit, with the status that names the field. */
export function encodePdu(pdu: Pdu): Buffer {
  return encode(pdu.command, pdu.sequence, pdu.status, pdu);
}

/**
 * Like {@link encodePdu}, with some fields left out: they are sent as 0, an empty string or no octets.
 * @throws PduError for a field that does not fit.
 */
export function encode(command: Command, sequence: number, status: number, fields: object): Buffer {
  const length = pduLength(command, status, fields);
  const frame = Buffer.allocUnsafe(length);
  writePdu(frame, 0, length, command, sequence, status, fields);
  return frame;
}

/** The length in octets of the PDU that {@link writePdu} writes. @throws PduError for a field that is too long */
export function pduLength(command: Command, status: number, fields: object): number {
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return HEADER_LENGTH + messageLength(fields);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return HEADER_LENGTH + messageRespLength(fields, status);
    default:
      return HEADER_LENGTH + tableLength(definitionOf(command), fields, status);
  }
}

/**
 * Writes a PDU at `offset`; `length` is its {@link pduLength}.
 * @throws PduError for a field that does not fit; those octets of `target` are then undefined
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
      return writeByTable(target, body, definition, fields);
  }
}

/**
 * Decodes `frame`, which is exactly one PDU as the framer returns it.
 * @throws PduError with the status to respond with: ESME_RINVCMDID for an unsupported command, ESME_RINVCMDLEN or
 *   ESME_RINVOPTPARSTREAM for a malformed body.
 */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < HEADER_LENGTH || frame.readUInt32BE(0) !== frame.length)
    throw new PduError(`command_length does not match a PDU of ${frame.length} octets`, ESME_RINVCMDLEN);
  return decodePduWithin(frame, 0, frame.length);
}

/** Like {@link decodePdu}, for a PDU in `chunk` from `from` to `to` whose command_length has been checked. */
export function decodePduWithin(chunk: Buffer, from: number, to: number): Pdu {
  const id = chunk.readInt32BE(from + 4);
  const definition = definitionOfId(id);
  if (!definition) {
    const name = (id >>> 0).toString(16).padStart(8, '0');
    const sequence = chunk.readUInt32BE(from + 12);
    throw new PduError(`unsupported command 0x${name}`, ESME_RINVCMDID, sequence, id < 0);
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
