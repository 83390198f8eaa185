/** Formats delivery receipts as an SMSC sends them (SMPP 3.4 appendix B). */
import type { DeliverSm } from './pdu.ts';
import { numberOfState, type ReceiptState, wordOfState } from './receipt-state.ts';
import { TAG_MESSAGE_STATE, TAG_RECEIPTED_MESSAGE_ID } from './tlv.ts';

export interface ReceiptToSend {
  messageId: string;
  state: ReceiptState;
  /** Epoch milliseconds, not negative; written in UTC, to the minute. */
  submittedAt: number;
  doneAt: number;
  /** Three characters in the standard; default `000`, no error. */
  error?: string;
  /** The beginning of the message; the first 20 characters are written, with `?` for those outside Latin-1. */
  text?: string;
  /** False omits receipted_message_id and message_state, as older SMSCs do. */
  withTlvs?: boolean;
}

/** The fields of the deliver_sm; the caller adds the addresses. */
export function formatDeliveryReceipt(
  receipt: ReceiptToSend,
): Pick<DeliverSm, 'esmClass' | 'dataCoding' | 'shortMessage' | 'tlvs'> {
  const { messageId, state, error = '000', text = '' } = receipt;
  const delivered = state === 'delivered' ? '001' : '000';
  const dates = `submit date:${minute(receipt.submittedAt)} done date:${minute(receipt.doneAt)}`;
  const start = text.slice(0, 20).replace(/[^\x20-\xff]/g, '?');
  const line = `id:${messageId} sub:001 dlvrd:${delivered} ${dates} stat:${wordOfState(state)} err:${error} text:${start}`;
  const tlvs = new Map<number, Buffer>();
  if (receipt.withTlvs !== false) {
    tlvs.set(TAG_RECEIPTED_MESSAGE_ID, Buffer.from(`${messageId}\0`, 'latin1'));
    tlvs.set(TAG_MESSAGE_STATE, Buffer.of(numberOfState(state)));
  }
  return { esmClass: 0x04, dataCoding: 0, shortMessage: Buffer.from(line, 'latin1'), tlvs };
}

/** YYMMDDhhmm in UTC. By arithmetic, because only `cli` and `web` may use Date. */
function minute(instant: number): string {
  const minutes = Math.floor(instant / 60_000);
  const [year, month, day] = civilDate(Math.floor(minutes / 1440));
  const ofDay = minutes % 1440;
  return two(year % 100) + two(month) + two(day) + two(Math.floor(ofDay / 60)) + two(ofDay % 60);
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** The Gregorian date of a day counted from 1970-01-01. */
function civilDate(epochDay: number): [year: number, month: number, day: number] {
  let rest = epochDay;
  let year = 1970;
  for (; rest >= daysOfYear(year); year += 1) rest -= daysOfYear(year);
  let month = 1;
  for (; rest >= daysOfMonth(year, month); month += 1) rest -= daysOfMonth(year, month);
  return [year, month, rest + 1];
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysOfYear = (year: number): number => (isLeap(year) ? 366 : 365);

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
