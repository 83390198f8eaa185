/**
 * PDUs to octets and back: messages and their answers in straight code, all others by their tables. Nothing is copied on
 * the way in: what is decoded views the frame. Sending is strict, receiving is lenient where real SMSCs are sloppy and the meaning is
 * plain: over-long strings, responses cut short.
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
      return HEADER_LENGTH + tableLength(definitionOf(command), fields, status);
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
      return writeByTable(target, body, definition, fields);
  }
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
