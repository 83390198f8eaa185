/**
 * What happens to one submit_sm: find its phone and its message, answer as the fate says, and put receipts and
 * deliveries into the schedule. Knows no sockets: the session answers through `respond`.
 */
import { ESME_RINVDSTADR, ESME_ROK, ESME_RTHROTTLED } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { decodeText } from '@textprobe/smpp/data-coding';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import { writtenAddress } from './addresses.ts';
import type { CarrierCountBook } from './carrier-counts.ts';
import type { CarrierLimits } from './carrier-limit.ts';
import type { Handset, Handsets } from './handset.ts';
import type { MessageBook, TakenPart } from './message-book.ts';
import type { MessageId } from './message-ids.ts';
import type { ReceiptSender } from './receipt-sender.ts';
import { receiptAddresses, receiptFields, wantsReceipt } from './receipts.ts';
import { carrierScenario, type CarrierScenario, type IdStyle, type Scenario } from './scenario-model.ts';
import type { Schedule } from './schedule.ts';
import type { Submission, SubmissionLog } from './submissions.ts';

export interface IntakeParts {
  readonly now: () => number;
  readonly scenario: Scenario;
  readonly schedule: Schedule;
  readonly handsets: Handsets;
  readonly limits: CarrierLimits;
  readonly book: MessageBook;
  readonly nextId: (style: IdStyle) => MessageId;
  readonly receipts: ReceiptSender;
  readonly submissions: SubmissionLog;
  readonly counts: CarrierCountBook;
}

/** Writes the submit_sm_resp. */
export type Respond = (answer: { status: number; messageId?: string }) => void;

/** The counters' name for phones that the lab does not know. */
const NO_CARRIER = 'unknown number';

/** Takes submit_sm after submit_sm. */
export type Intake = (pdu: SubmitSm, respond: Respond) => void;

export function createIntake(parts: IntakeParts): Intake {
  const { scenario, schedule, handsets, limits, book, nextId, receipts, submissions, counts } = parts;

  return function take(pdu, respond) {
    const at = parts.now();
    const concatenation = parseConcatenation(pdu);
    const payload = concatenation?.payload ?? messageBody(pdu).payload;
    const source = writtenAddress(pdu.sourceAddrTon, pdu.sourceAddr);
    const handset = handsets.find(pdu.destinationAddr);
    const seen = {
      at,
      source,
      destination: handset?.phoneNumber ?? writtenAddress(pdu.destAddrTon, pdu.destinationAddr),
      carrier: handset?.carrier ?? null,
      text: decodeText(payload, pdu.dataCoding),
      reference: concatenation?.ref ?? null,
      part: concatenation?.part ?? 1,
      total: concatenation?.total ?? 1,
    };

    if (handset === undefined) return refuse('rejected', ESME_RINVDSTADR, 0, null);
    const carrier = carrierScenario(scenario, handset.carrier);
    if (!limits.admits(handset.carrier, carrier.maxPerSecond))
      return refuse('throttled', ESME_RTHROTTLED, 0, null);
    const taken = book.take({
      carrier: handset.carrier,
      source,
      destination: handset.phoneNumber,
      concatenation,
      payload,
    });
    const { submit, answerAfterMs } = taken.fate;
    if (taken.isNewMessage) counts.message(handset.carrier, taken.message.marks);
    if (taken.isThrottled) return refuse('throttled', ESME_RTHROTTLED, answerAfterMs, taken);
    if (submit.kind === 'reject') return refuse('rejected', submit.status, answerAfterMs, taken);
    return accept(handset, carrier, taken);

    function note(
      answer: Submission['answer'],
      status: number,
      messageId: string | null,
      of: TakenPart | null,
    ): void {
      counts.answer(seen.carrier ?? NO_CARRIER, answer);
      submissions.add({
        ...seen,
        nth: of?.nth ?? null,
        marks: of?.message.marks ?? [],
        answer,
        status,
        messageId,
      });
    }

    function refuse(
      answer: 'rejected' | 'throttled',
      status: number,
      afterMs: number,
      of: TakenPart | null,
    ): void {
      note(answer, status, null, of);
      later(afterMs, () => respond({ status }));
    }

    function accept(phone: Handset, by: CarrierScenario, of: TakenPart): void {
      const id = nextId(by.ids);
      const isAnswered = of.fate.submit.kind !== 'no-answer';
      note(isAnswered ? 'accepted' : 'none', ESME_ROK, id.inAnswer, of);
      if (isAnswered)
        later(of.fate.answerAfterMs, () => respond({ status: ESME_ROK, messageId: id.inAnswer }));
      scheduleReceipts(phone, by, of, id);
      scheduleDeliveries(phone, of);
    }

    function scheduleReceipts(phone: Handset, by: CarrierScenario, of: TakenPart, id: MessageId): void {
      const wanted = of.fate.receipts.filter(({ state }) => wantsReceipt(pdu.registeredDelivery, state));
      if (wanted.length === 0) return;
      const draft = {
        addresses: receiptAddresses(pdu),
        messageId: id.inReceipt,
        text: seen.text,
        submittedAt: at,
        withTlvs: by.receiptTlvs,
      };
      for (const { state, afterMs } of wanted) {
        schedule.after(afterMs, () => {
          counts.receipt(phone.carrier);
          receipts.send(receiptFields(draft, state, parts.now()));
        });
      }
    }

    function scheduleDeliveries(phone: Handset, of: TakenPart): void {
      if (of.fate.deliveries.length === 0) return;
      // A copy: the octets are a view into what the socket read, and that would be kept whole.
      const arriving = { source, concatenation, payload: Buffer.from(payload), dataCoding: pdu.dataCoding };
      for (const { afterMs } of of.fate.deliveries) {
        schedule.after(afterMs, () => {
          counts.delivery(phone.carrier);
          phone.receive(arriving, of.message.alterations);
        });
      }
    }

    /** At once means in this turn: a benchmark's answers do not pass through the schedule. */
    function later(afterMs: number, action: () => void): void {
      if (afterMs <= 0) action();
      else schedule.after(afterMs, action);
    }
  };
}
