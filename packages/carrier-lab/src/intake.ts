/**
 * Processes one submit_sm: finds its phone and message, answers as its fate says, and schedules receipts and deliveries.
 * Independent of sockets: the session answers through `respond`.
 */
import { ESME_RINVDSTADR, ESME_ROK, ESME_RTHROTTLED } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { decodeText } from '@textprobe/smpp/data-coding';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import type { Absences } from './absences.ts';
import type { CarrierCounters } from './carrier-counts.ts';
import type { CarrierLimits } from './carrier-limit.ts';
import { type Handset, type Handsets, OTHER_SENDER } from './handset.ts';
import type { MessageBook, TakenPart } from './message-book.ts';
import type { MessageId } from './message-ids.ts';
import type { ReceiptSender } from './receipt-sender.ts';
import { receiptAddresses, receiptPdu, wantsReceipt } from './receipts.ts';
import { type CarrierScenario, carrierScenario, type IdStyle, type Scenario } from './scenario-model.ts';
import type { Schedule } from './schedule.ts';
import type { Submission, SubmissionLog } from './submissions.ts';
import type { TruthSink } from './truth-event.ts';
import { createWitness, type Witness } from './witness.ts';

interface IntakeParts {
  readonly now: () => number;
  readonly scenario: Scenario;
  readonly schedule: Schedule;
  readonly absences: Absences;
  readonly handsets: Handsets;
  readonly limits: CarrierLimits;
  readonly book: MessageBook;
  readonly nextId: (style: IdStyle) => MessageId;
  readonly receipts: ReceiptSender;
  readonly submissions: SubmissionLog;
  readonly counts: CarrierCounters;
  readonly truth: TruthSink | null;
}

/** Writes the submit_sm_resp; null closes the connection instead. @returns whether the connection was still open */
type Respond = (answer: { status: number; messageId?: string } | null) => boolean;

/** The name in the counters for unknown phones. */
const NO_CARRIER = 'unknown number';

/** Processes each submit_sm. */
export type Intake = (pdu: SubmitSm, respond: Respond) => void;

export function createIntake(parts: IntakeParts): Intake {
  const {
    scenario,
    schedule,
    absences,
    handsets,
    limits,
    book,
    nextId,
    receipts,
    submissions,
    counts,
    truth,
  } = parts;

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
      const witness = of && witnessOf(of);
      witness?.offered(answer);
      later(afterMs, () => {
        const written = respond({ status });
        witness?.answered(written);
      });
    }

    function witnessOf({ id, message: { marks } }: TakenPart): Witness {
      const { destination, part, total, text } = seen;
      const about = {
        message: id,
        part,
        total,
        source,
        destination,
        carrier: seen.carrier ?? '',
        text,
        files: 0,
        marks,
      };
      return createWitness(truth, parts.now, about);
    }

    function accept(phone: Handset, by: CarrierScenario, of: TakenPart): void {
      const id = nextId(by.ids);
      const { kind } = of.fate.submit;
      const witness = witnessOf(of);
      note(kind === 'no-answer' || kind === 'cut' ? 'none' : 'accepted', ESME_ROK, id.inAnswer, of);
      witness.offered(kind === 'no-answer' ? 'none' : kind === 'cut' ? 'cut' : 'accepted');
      if (kind !== 'no-answer') {
        const answer = kind === 'cut' ? null : { status: ESME_ROK, messageId: id.inAnswer };
        later(of.fate.answerAfterMs, () => {
          const wasOpen = respond(answer);
          if (answer === null) witness.cutLink();
          else witness.answered(wasOpen);
        });
      }
      const delayMs = delayOf(phone, of);
      // A phone that stays off gets nothing. A message that never arrives may still get receipts.
      if (delayMs === null) return;
      scheduleReceipts(phone, by, of, id, witness, delayMs);
      scheduleDeliveries(phone, of, witness, delayMs);
    }

    /** How long the carrier stores the message while its phone is off; null: forever. */
    function delayOf(phone: Handset, { fate, message }: TakenPart): number | null {
      const reached = message.isMisrouted ? handsets.neighborOf(phone) : phone;
      const first = fate.deliveries[0];
      if (first === undefined || reached === undefined) return 0;
      const due = at + first.afterMs;
      const reachableAt = absences.reachableFrom(reached.phoneNumber, due);
      return reachableAt === null ? null : reachableAt - due;
    }

    function scheduleReceipts(
      phone: Handset,
      by: CarrierScenario,
      of: TakenPart,
      id: MessageId,
      witness: Witness,
      delayMs: number,
    ): void {
      const wanted = of.fate.receipts.filter(({ state }) => wantsReceipt(pdu.registeredDelivery, state));
      if (wanted.length === 0) return;
      const draft = {
        addresses: receiptAddresses(pdu),
        messageId: id.inReceipt,
        text: seen.text,
        submittedAt: at,
        withTlvs: by.receiptTlvs,
        by: by.receiptsBy,
      };
      const arrives = of.fate.deliveries.length > 0 && !of.message.isMisrouted;
      for (const { state, afterMs } of wanted) {
        schedule.after(afterMs + delayMs, () => {
          counts.receipt(phone.carrier);
          const watch = witness.receipt(state, state === 'enroute' || arrives === (state === 'delivered'));
          receipts.send(receiptPdu(draft, state, parts.now()), watch);
        });
      }
    }

    function scheduleDeliveries(phone: Handset, of: TakenPart, witness: Witness, delayMs: number): void {
      if (of.fate.deliveries.length === 0) return;
      const { alterations, isSenderChanged, isMisrouted } = of.message;
      const arriving = {
        source: isSenderChanged ? OTHER_SENDER : source,
        concatenation,
        // Copied: the octets are a view into the receive buffer, which would be kept alive.
        payload: Buffer.from(payload),
        dataCoding: pdu.dataCoding,
        message: of.id,
      };
      const reached = isMisrouted ? handsets.neighborOf(phone) : phone;
      if (reached === undefined) return;
      const onWhole = witness.onWhole(reached);
      for (const [copy, { afterMs }] of of.fate.deliveries.entries()) {
        // The second copy takes another route and is not altered.
        const passage = { alterations: copy === 0 ? alterations : [], onWhole };
        schedule.after(afterMs + delayMs, () => {
          counts.delivery(phone.carrier);
          reached.receive(arriving, passage);
        });
      }
    }

    /** A delay of 0 runs in this tick: answers to a benchmark bypass the schedule. */
    function later(afterMs: number, action: () => void): void {
      if (afterMs <= 0) action();
      else schedule.after(afterMs, action);
    }
  };
}

/** SMPP 3.4 section 5.2.5. */
const TON_INTERNATIONAL = 1;

/** The address for people: an international number gets a plus sign; names and short codes are unchanged. */
function writtenAddress(ton: number, address: string): string {
  return ton === TON_INTERNATIONAL && /^\d+$/.test(address) ? `+${address}` : address;
}
