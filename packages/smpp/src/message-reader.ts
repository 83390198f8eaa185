/**
 * Hand-written decoders for submit_sm, deliver_sm and their responses, the counterpart of `message-writer.ts`. They read
 * straight from the received chunk and leave malformed PDUs to the table codec, which knows what to accept and what to report.
 */
import type { DeliverSm, DeliverSmResp, SubmitSm, SubmitSmResp } from './pdu.ts';
import { noOctets, noTlvs } from './pdu-definitions.ts';
import { HEADER_LENGTH } from './pdu-fields.ts';
import { readTlvs } from './tlv.ts';

// Consecutive messages often share their sender, and consecutive receipts their recipient: comparing with the last string
// costs a tenth of decoding a new one.
let lastSource = '';
let lastDestination = '';

/**
 * Reads the message PDU in `chunk` from `from` to `to`; null if its fields do not add up.
 * @throws PduError like {@link readTlvs}
 */
export function readMessage<C extends 'submit_sm' | 'deliver_sm'>(
  command: C,
  chunk: Buffer,
  from: number,
  to: number,
): SubmitSm | DeliverSm | null {
  const type = from + HEADER_LENGTH;
  const typeEnd = endOfText(chunk, type, to);
  const source = typeEnd + 3;
  const sourceEnd = endOfText(chunk, source, to);
  const destination = sourceEnd + 3;
  const destinationEnd = endOfText(chunk, destination, to);
  const schedule = destinationEnd + 4;
  const scheduleEnd = endOfText(chunk, schedule, to);
  const validity = scheduleEnd + 1;
  const validityEnd = endOfText(chunk, validity, to);
  const text = validityEnd + 6;
  // A missing or unterminated string has moved the offset past the end of the PDU.
  if (text > to) return null;
  const textEnd = text + octet(chunk, text - 1);
  if (textEnd > to) return null;
  lastSource = textOf(chunk, source, sourceEnd, lastSource);
  lastDestination = textOf(chunk, destination, destinationEnd, lastDestination);
  return {
    command,
    sequence: chunk.readUInt32BE(from + 12),
    status: chunk.readUInt32BE(from + 8),
    serviceType: textOf(chunk, type, typeEnd, ''),
    sourceAddrTon: octet(chunk, typeEnd + 1),
    sourceAddrNpi: octet(chunk, typeEnd + 2),
    sourceAddr: lastSource,
    destAddrTon: octet(chunk, sourceEnd + 1),
    destAddrNpi: octet(chunk, sourceEnd + 2),
    destinationAddr: lastDestination,
    esmClass: octet(chunk, destinationEnd + 1),
    protocolId: octet(chunk, destinationEnd + 2),
    priorityFlag: octet(chunk, destinationEnd + 3),
    scheduleDeliveryTime: textOf(chunk, schedule, scheduleEnd, ''),
    validityPeriod: textOf(chunk, validity, validityEnd, ''),
    registeredDelivery: octet(chunk, validityEnd + 1),
    replaceIfPresentFlag: octet(chunk, validityEnd + 2),
    dataCoding: octet(chunk, validityEnd + 3),
    smDefaultMsgId: octet(chunk, validityEnd + 4),
    shortMessage: textEnd === text ? noOctets : chunk.subarray(text, textEnd),
    tlvs:
      textEnd === to ? noTlvs : readTlvs(chunk.subarray(from, to), textEnd - from, command === 'submit_sm'),
  } as SubmitSm | DeliverSm;
}

/** Like {@link readMessage}, for a response; never throws. */
export function readMessageResp<C extends 'submit_sm_resp' | 'deliver_sm_resp'>(
  command: C,
  chunk: Buffer,
  from: number,
  to: number,
): SubmitSmResp | DeliverSmResp {
  const id = from + HEADER_LENGTH;
  // Some SMSCs leave out the terminator of the id, or the whole id.
  const idEnd = endOfText(chunk, id, to);
  return {
    command,
    sequence: chunk.readUInt32BE(from + 12),
    status: chunk.readUInt32BE(from + 8),
    messageId: textOf(chunk, id, idEnd, ''),
    tlvs: idEnd + 1 >= to ? noTlvs : readTlvs(chunk.subarray(from, to), idEnd + 1 - from, false),
  } as SubmitSmResp | DeliverSmResp;
}

const octet = (chunk: Buffer, at: number): number => chunk[at] as number;

/** The offset of the terminator of the string that begins at `from`; `to` or beyond if there is none. */
function endOfText(chunk: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && chunk[at] !== 0) at += 1;
  return at;
}

/** The string between two offsets; reuses `guess` if it is equal. */
function textOf(chunk: Buffer, from: number, end: number, guess: string): string {
  if (end === from) return '';
  if (guess.length === end - from) {
    let at = 0;
    while (at < guess.length && guess.charCodeAt(at) === chunk[from + at]) at += 1;
    if (at === guess.length) return guess;
  }
  return chunk.toString('latin1', from, end);
}
