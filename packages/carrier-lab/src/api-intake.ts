/**
 * Processes one message submitted over the Messages API: the same fates as over SMPP, files fetched from the sender, statuses
 * reported by callbacks. Independent of sockets: the API answers through `respond`.
 */
import { randomBytes } from 'node:crypto';
import type { Absences } from './absences.ts';
import { alterText } from './alteration.ts';
import type { CarrierCounters } from './carrier-counts.ts';
import type { CarrierLimits } from './carrier-limit.ts';
import type { ReceiptState } from './fate.ts';
import { type Handset, type Handsets, OTHER_SENDER } from './handset.ts';
import type { ArrivedFile } from './handset-posts.ts';
import type { InFlight } from './in-flight.ts';
import type { Logger } from './log.ts';
import type { MessageBook, TakenPart } from './message-book.ts';
import { alterFiles, fetchFiles } from './mms-files.ts';
import { carrierScenario, type Scenario } from './scenario-model.ts';
import type { Schedule } from './schedule.ts';
import type { PostStatus } from './status-posts.ts';
import type { Submission, SubmissionLog } from './submissions.ts';

interface ApiIntakeParts {
  readonly now: () => number;
  readonly log: Logger;
  readonly scenario: Scenario;
  readonly schedule: Schedule;
  readonly absences: Absences;
  readonly handsets: Handsets;
  readonly limits: CarrierLimits;
  readonly book: MessageBook;
  readonly postStatus: PostStatus;
  readonly submissions: SubmissionLog;
  readonly counts: CarrierCounters;
  readonly inFlight: InFlight;
}

/** Null: accepted, but the answer is lost. */
type ApiAnswer =
  | { readonly sid: string }
  | { readonly status: number; readonly code: number; readonly message: string }
  | null;

export type ApiIntake = (form: URLSearchParams, respond: (answer: ApiAnswer) => void) => void;

const STATUS: Readonly<Record<ReceiptState, string>> = {
  delivered: 'delivered',
  undeliverable: 'undelivered',
  enroute: 'sent',
};
/** Twilio's error codes for "absent subscriber" and for files that cannot be fetched. */
const UNREACHABLE = '30003';
const NOT_FETCHED = '11200';

export function createApiIntake(parts: ApiIntakeParts): ApiIntake {
  const { scenario, schedule, absences, handsets, limits, book, postStatus, submissions, counts } = parts;
  const { inFlight, log } = parts;

  return function take(form, respond) {
    const to = form.get('To') ?? '';
    const source = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
    const text = form.get('Body') ?? '';
    const urls = form.getAll('MediaUrl');
    const handset = handsets.find(to);
    if (handset === undefined) return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`, 0, null);
    const carrier = carrierScenario(scenario, handset.carrier);
    if (!limits.admits(handset.carrier, carrier.maxPerSecond))
      return refuse(429, 20429, 'Too Many Requests', 0, null);
    const payload = Buffer.from(`${text}\n${urls.length}`);
    const taken = book.take({
      carrier: handset.carrier,
      source,
      destination: handset.phoneNumber,
      concatenation: null,
      payload,
    });
    const { submit, answerAfterMs } = taken.fate;
    if (taken.isNewMessage) counts.message(handset.carrier, taken.message.marks);
    if (taken.isThrottled) return refuse(429, 20429, 'Too Many Requests', answerAfterMs, taken);
    if (submit.kind === 'reject')
      return refuse(
        400,
        21612,
        'The message cannot be sent with this combination of To and From.',
        answerAfterMs,
        taken,
      );
    return accept(handset, taken);

    function note(
      answer: Submission['answer'],
      status: number,
      sid: string | null,
      of: TakenPart | null,
    ): void {
      counts.answer(handset?.carrier ?? 'unknown number', answer);
      submissions.add({
        at: parts.now(),
        source,
        destination: handset?.phoneNumber ?? to,
        carrier: handset?.carrier ?? null,
        text,
        reference: null,
        part: 1,
        total: 1,
        nth: of?.nth ?? null,
        marks: of?.message.marks ?? [],
        answer,
        status,
        messageId: sid,
      });
    }

    function refuse(
      status: number,
      code: number,
      message: string,
      afterMs: number,
      of: TakenPart | null,
    ): void {
      note(status === 429 ? 'throttled' : 'rejected', status, null, of);
      schedule.after(afterMs, () => respond({ status, code, message }));
    }

    function accept(phone: Handset, of: TakenPart): void {
      const sid = `${urls.length > 0 ? 'MM' : 'SM'}${randomBytes(16).toString('hex')}`;
      // Each request has its own connection, so cutting it loses only its answer.
      const isAnswered = of.fate.submit.kind !== 'no-answer' && of.fate.submit.kind !== 'cut';
      note(isAnswered ? 'accepted' : 'none', 201, sid, of);
      schedule.after(of.fate.answerAfterMs, () => respond(isAnswered ? { sid } : null));
      const arriving = prepare(of);
      const due = parts.now() + (of.fate.deliveries[0]?.afterMs ?? 0);
      const there = of.fate.deliveries.length === 0 ? due : absences.thereFrom(phone.phoneNumber, due);
      // A phone that stays off gets nothing.
      if (there === null) return;
      const delayMs = there - due;
      for (const { state, afterMs } of of.fate.receipts)
        schedule.after(afterMs + delayMs, () => void reportStatus(sid, state, arriving));
      for (const { afterMs } of of.fate.deliveries)
        schedule.after(afterMs + delayMs, () => void deliver(phone, of, arriving));
    }

    /** The files as the handset will get them; null for an SMS; an error when they cannot be fetched. */
    async function prepare(of: TakenPart): Promise<readonly ArrivedFile[] | null | Error> {
      if (urls.length === 0) return null;
      inFlight.begin();
      try {
        return await alterFiles(await fetchFiles(urls, inFlight.signal), of.message.media);
      } catch (error) {
        log.warn({ err: error }, 'could not fetch the files of an MMS');
        return error as Error;
      } finally {
        inFlight.end();
      }
    }

    async function deliver(
      phone: Handset,
      of: TakenPart,
      arriving: ReturnType<typeof prepare>,
    ): Promise<void> {
      inFlight.begin();
      const files = await arriving;
      if (!(files instanceof Error)) {
        counts.delivery(phone.carrier);
        const { alterations, isSenderChanged, isMisrouted } = of.message;
        const reached = isMisrouted ? handsets.neighborOf(phone) : phone;
        reached?.receiveWhole(isSenderChanged ? OTHER_SENDER : source, alterText(text, alterations), files);
      }
      inFlight.end();
    }

    async function reportStatus(
      sid: string,
      state: ReceiptState,
      arriving: ReturnType<typeof prepare>,
    ): Promise<void> {
      const url = form.get('StatusCallback');
      if (url === null) return;
      inFlight.begin();
      const isFetched = !((await arriving) instanceof Error);
      counts.receipt(handset?.carrier ?? '');
      const failure = isFetched ? UNREACHABLE : NOT_FETCHED;
      const status = isFetched ? STATUS[state] : 'failed';
      const isFailure = status === 'failed' || status === 'undelivered';
      void postStatus(url, {
        MessageSid: sid,
        SmsSid: sid,
        MessageStatus: status,
        SmsStatus: status,
        To: to,
        From: source,
        ApiVersion: '2010-04-01',
        ...(isFailure ? { ErrorCode: failure } : {}),
      });
      inFlight.end();
    }
  };
}
