/**
 * Hand-written encoders for submit_sm, deliver_sm and their responses, which are nearly all PDUs of a busy link: the table
 * codec takes three times as long. The limits of each field still come from the tables.
 */
import { octetOf, sizeOf, writeOctets, writeText } from './field-writer.ts';
import type { MessageFields, SubmitSmResp } from './pdu.ts';
import { type Field, messageFields, messageRespFields } from './pdu-fields.ts';
import { tlvsLength, writeTlvs } from './tlv.ts';

const fieldOf = (fields: readonly Field[], name: string): Field => {
  const found = fields.find((field) => field.name === name);
  if (!found) throw new TypeError(`a message has no field ${name}`);
  return found;
};
const of = (name: keyof MessageFields): Field => fieldOf(messageFields, name);

const serviceType = of('serviceType');
const sourceAddrTon = of('sourceAddrTon');
const sourceAddrNpi = of('sourceAddrNpi');
const sourceAddr = of('sourceAddr');
const destAddrTon = of('destAddrTon');
const destAddrNpi = of('destAddrNpi');
const destinationAddr = of('destinationAddr');
const esmClass = of('esmClass');
const protocolId = of('protocolId');
const priorityFlag = of('priorityFlag');
const scheduleDeliveryTime = of('scheduleDeliveryTime');
const validityPeriod = of('validityPeriod');
const registeredDelivery = of('registeredDelivery');
const replaceIfPresentFlag = of('replaceIfPresentFlag');
const dataCoding = of('dataCoding');
const smDefaultMsgId = of('smDefaultMsgId');
const shortMessage = of('shortMessage');
const messageId = fieldOf(messageRespFields, 'messageId');

/** The length of a message whose strings and octets are all empty: one octet per field. */
const EMPTY_LENGTH = messageFields.length;

/** The length of the body in octets. @throws PduError for a field that is too long */
export function messageLength(message: Partial<MessageFields>): number {
  const { tlvs } = message;
  return (
    EMPTY_LENGTH +
    sizeOf(message.serviceType, serviceType) +
    sizeOf(message.sourceAddr, sourceAddr) +
    sizeOf(message.destinationAddr, destinationAddr) +
    sizeOf(message.scheduleDeliveryTime, scheduleDeliveryTime) +
    sizeOf(message.validityPeriod, validityPeriod) +
    sizeOf(message.shortMessage, shortMessage) +
    (tlvs === undefined || tlvs.size === 0 ? 0 : tlvsLength(tlvs))
  );
}

/** Writes the body at `offset`, in wire order. @throws PduError for a field that cannot be encoded */
export function writeMessage(target: Buffer, offset: number, message: Partial<MessageFields>): void {
  let at = writeText(target, offset, message.serviceType, serviceType);
  target[at] = octetOf(message.sourceAddrTon, sourceAddrTon);
  target[at + 1] = octetOf(message.sourceAddrNpi, sourceAddrNpi);
  at = writeText(target, at + 2, message.sourceAddr, sourceAddr);
  target[at] = octetOf(message.destAddrTon, destAddrTon);
  target[at + 1] = octetOf(message.destAddrNpi, destAddrNpi);
  at = writeText(target, at + 2, message.destinationAddr, destinationAddr);
  target[at] = octetOf(message.esmClass, esmClass);
  target[at + 1] = octetOf(message.protocolId, protocolId);
  target[at + 2] = octetOf(message.priorityFlag, priorityFlag);
  at = writeText(target, at + 3, message.scheduleDeliveryTime, scheduleDeliveryTime);
  at = writeText(target, at, message.validityPeriod, validityPeriod);
  target[at] = octetOf(message.registeredDelivery, registeredDelivery);
  target[at + 1] = octetOf(message.replaceIfPresentFlag, replaceIfPresentFlag);
  target[at + 2] = octetOf(message.dataCoding, dataCoding);
  target[at + 3] = octetOf(message.smDefaultMsgId, smDefaultMsgId);
  at = writeOctets(target, at + 4, message.shortMessage);
  const { tlvs } = message;
  if (tlvs !== undefined && tlvs.size > 0) writeTlvs(target, at, tlvs);
}

/** The length of a response's body in octets. @throws PduError for a message id that is too long */
export function messageRespLength(answer: Partial<SubmitSmResp>, status: number): number {
  const { tlvs } = answer;
  const extra = tlvs === undefined || tlvs.size === 0 ? 0 : tlvsLength(tlvs);
  const size = sizeOf(answer.messageId, messageId);
  // Section 4.4.2: a response with an error status has no body.
  return status !== 0 && size + extra === 0 ? 0 : 1 + size + extra;
}

/** Writes the body of a response at `offset`. @throws PduError for a message id that cannot be encoded */
export function writeMessageResp(target: Buffer, offset: number, answer: Partial<SubmitSmResp>): void {
  const at = writeText(target, offset, answer.messageId, messageId);
  const { tlvs } = answer;
  if (tlvs !== undefined && tlvs.size > 0) writeTlvs(target, at, tlvs);
}
