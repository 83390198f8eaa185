/**
 * Processes one message submitted over the Messages API: the same fates as over SMPP, files fetched from the sender, statuses
 * reported by callbacks. Independent of sockets: the API answers through `respond`.
 */
import { randomBytes } from 'node:crypto';
import type { Absences } from './absences.ts';
import { alterJoined } from './alteration.ts';
import type { CarrierCounters } from './carrier-counts.ts';
import type { CarrierLimits } from './carrier-limit.ts';
import type { ReceiptState } from './fate.ts';
import { type Handset, type Handsets, OTHER_SENDER } from './handset.ts';
import type { InFlight } from './in-flight.ts';
import type { Logger } from './log.ts';
import type { MessageBook, TakenPart } from './message-book.ts';
import { alterFiles, type DeliveredFiles, fetchFiles } from './mms-files.ts';
import { carrierScenario, type Scenario } from './scenario-model.ts';
import type { Schedule } from './schedule.ts';
import type { PostStatus } from './status-posts.ts';
import type { Submission, SubmissionLog } from './submissions.ts';
import type { TruthSink } from './truth-event.ts';
import { createWitness, type Witness } from './witness.ts';

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
  readonly truth: TruthSink | null;
}

/** Null: accepted, but the answer is lost. */
type ApiAnswer =
  | { readonly sid: string }
  | { readonly status: number; readonly code: number; readonly message: string }
  | null;

/** @param respond returns whether the connection was still open */
export type ApiIntake = (form: URLSearchParams, respond: (answer: ApiAnswer) => boolean) => void;

/** The files of each copy, null for an SMS; or why they could not be fetched. */
type Prepared = Promise<readonly (DeliveredFiles | null)[] | Error>;

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
  const { inFlight, log, truth } = parts;

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
      const answer = status === 429 ? 'throttled' : 'rejected';
      note(answer, status, null, of);
      const witness = of && witnessOf(of);
      witness?.offered(answer);
      schedule.after(afterMs, () => {
        const written = respond({ status, code, message });
        witness?.answered(written);
      });
    }

    function witnessOf({ id, message: { marks } }: TakenPart): Witness {
      const about = {
        message: id,
        part: 1,
        total: 1,
        source,
        destination: handset?.phoneNumber ?? to,
        carrier: handset?.carrier ?? '',
        text,
        files: urls.length,
        marks,
      };
      return createWitness(truth, parts.now, about);
    }

    function accept(phone: Handset, of: TakenPart): void {
      const sid = `${urls.length > 0 ? 'MM' : 'SM'}${randomBytes(16).toString('hex')}`;
      // Each request has its own connection, so cutting it loses only its answer.
      const isAnswered = of.fate.submit.kind !== 'no-answer' && of.fate.submit.kind !== 'cut';
      note(isAnswered ? 'accepted' : 'none', 201, sid, of);
      const witness = witnessOf(of);
      witness.offered(isAnswered ? 'accepted' : 'none');
      schedule.after(of.fate.answerAfterMs, () => {
        const written = respond(isAnswered ? { sid } : null);
        if (isAnswered) witness.answered(written);
      });
      const arriving = prepare(of);
      const due = parts.now() + (of.fate.deliveries[0]?.afterMs ?? 0);
      const reachableAt =
        of.fate.deliveries.length === 0 ? due : absences.reachableFrom(phone.phoneNumber, due);
      // A phone that stays off gets nothing.
      if (reachableAt === null) return;
      const delayMs = reachableAt - due;
      const arrives = of.fate.deliveries.length > 0 && !of.message.isMisrouted;
      for (const { state, afterMs } of of.fate.receipts)
        schedule.after(afterMs + delayMs, () => void reportStatus(sid, state, arrives, arriving, witness));
      for (const [copy, { afterMs }] of of.fate.deliveries.entries())
        schedule.after(afterMs + delayMs, () => void deliver(phone, of, copy, arriving, witness));
    }

    async function prepare({ fate, message }: TakenPart): Prepared {
      const copies = message.media.slice(0, fate.deliveries.length);
      if (urls.length === 0) return copies.map(() => null);
      inFlight.begin();
      try {
        const files = await fetchFiles(urls, inFlight.signal);
        return await Promise.all(copies.map((media) => alterFiles(files, media, message.isLastFileOnly)));
      } catch (error) {
        log.warn({ err: error }, 'could not fetch the files of an MMS');
        return error as Error;
      } finally {
        inFlight.end();
      }
    }

    async function deliver(
      phone: Handset,
      { message }: TakenPart,
      copy: number,
      arriving: Prepared,
      witness: Witness,
    ): Promise<void> {
      inFlight.begin();
      const prepared = await arriving;
      const reached = message.isMisrouted ? handsets.neighborOf(phone) : phone;
      if (!(prepared instanceof Error) && reached !== undefined) {
        counts.delivery(phone.carrier);
        const sender = message.isSenderChanged ? OTHER_SENDER : source;
        // The second copy takes another route and is not altered.
        const shown = alterJoined({ text, parts: [text] }, copy === 0 ? message.alterations : []);
        const { files = null, fates = null } = prepared[copy] ?? {};
        const reportsFiles = message.media[copy] !== 'unreported';
        const got = { sender, ...shown, isMixed: false, files: fates, reportsFiles };
        const onTried = witness.onWhole(reached)(got)(shown.text);
        reached.receiveWhole(sender, shown.text, reportsFiles ? files : null, onTried);
      }
      inFlight.end();
    }

    async function reportStatus(
      sid: string,
      due: ReceiptState,
      arrives: boolean,
      arriving: Prepared,
      witness: Witness,
    ): Promise<void> {
      const url = form.get('StatusCallback');
      if (url === null) return;
      inFlight.begin();
      const isFetched = !((await arriving) instanceof Error);
      counts.receipt(handset?.carrier ?? '');
      const failure = isFetched ? UNREACHABLE : NOT_FETCHED;
      const state = isFetched ? due : 'undeliverable';
      const status = isFetched ? STATUS[state] : 'failed';
      const isFailure = state === 'undeliverable';
      const isTrue = !isFetched || state === 'enroute' || arrives === (state === 'delivered');
      const watch = witness.receipt(state, isTrue);
      const tried = watch?.tried(0);
      const outcome = await postStatus(url, {
        MessageSid: sid,
        SmsSid: sid,
        MessageStatus: status,
        SmsStatus: status,
        To: to,
        From: source,
        ApiVersion: '2010-04-01',
        ...(isFailure ? { ErrorCode: failure } : {}),
      });
      tried?.(outcome);
      if (outcome !== 'taken') watch?.dropped();
      inFlight.end();
    }
  };
}
