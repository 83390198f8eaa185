/**
 * Sends receipts to the bound receivers and transceivers, round-robin. While none is bound they are queued; refused and
 * unanswered ones are retried, so duplicates occur, as with real carriers.
 */
import { ESME_ROK } from '@textprobe/smpp/command-status';
import type { SmppServerSession } from '@textprobe/smpp/server';
import { SmppError } from '@textprobe/smpp/smpp-error';
import type { Logger } from './log.ts';
import type { ReceiptPdu } from './receipts.ts';
import type { Schedule } from './schedule.ts';

/**
 * The outcome of one attempt. `unsent`: the link closed before it was written. After `unanswered` and `link cut` it is unknown
 * whether the other side has accepted it.
 */
export type TryOutcome = 'taken' | 'refused' | 'unanswered' | 'link cut' | 'unsent';

/** Observes the delivery of a receipt. */
export interface ReceiptWatch {
  /** It is written to a link, numbered from 1 in the order of binds. @returns a function to call with the outcome */
  tried(link: number): (outcome: TryOutcome) => void;
  /** It is no longer retried. */
  dropped(): void;
}

export interface ReceiptSender {
  /** Uses this session too, until it ends. */
  attach(session: SmppServerSession): void;
  send(pdu: ReceiptPdu, watch?: ReceiptWatch): void;
  /** Whether a receipt is in flight, not counting those that wait for a receiver. */
  readonly isBusy: boolean;
  /** Since the start: answered ESME_ROK, retried, dropped; and the number waiting now. */
  stats(): { acknowledged: number; retried: number; dropped: number; waiting: number };
  stop(): void;
}

interface ReceiptSenderOptions {
  readonly schedule: Schedule;
  readonly log: Logger;
  /** Called whenever a receipt is answered. */
  readonly onSettled: () => void;
  /** Queue limit; beyond it the oldest are dropped. Default: 100,000. */
  readonly maxWaiting?: number;
}

/** Unanswered receipts per session: enough for a client that commits batches of a thousand before it answers. */
const WINDOW = 1_000;
/** The delays before each retry; after the last one the receipt is dropped. */
const RETRY_AFTER_MS = [1_000, 5_000, 15_000, 30_000];
/**
 * This share of the queue is sent at once, the same share of the rest a millisecond later, and so on. A client with Nagle's
 * algorithm on sends one deliver_sm_resp and holds back everything after it, new submit_sm too, until we acknowledge it. Our
 * kernel delays that by 40 ms, but any further receipt carries the acknowledgment. Kannel at window 10 has twice the
 * throughput this way.
 */
const PART_AT_A_TIME = 1 / 4;
const BETWEEN_PARTS_MS = 1;

interface Receipt {
  readonly pdu: ReceiptPdu;
  readonly watch: ReceiptWatch;
  refusals: number;
}

interface Link {
  readonly number: number;
  inFlight: number;
}

const NOTHING = () => undefined;
const UNWATCHED: ReceiptWatch = { tried: () => NOTHING, dropped: NOTHING };

export function createReceiptSender({
  schedule,
  log,
  onSettled,
  maxWaiting = 100_000,
}: ReceiptSenderOptions): ReceiptSender {
  /** A Set keeps the order of arrival, and removing its first entry takes constant time. */
  const waiting = new Set<Receipt>();
  const links = new Map<SmppServerSession, Link>();
  const counts = { acknowledged: 0, retried: 0, dropped: 0 };
  let total = 0;
  let lastLink = 0;
  let turn = 0;
  let isAwake = false;
  let stopped = false;

  function enqueue(receipt: Receipt): void {
    if (stopped) return;
    waiting.add(receipt);
    const [oldest] = waiting.size > maxWaiting ? waiting : [];
    if (oldest !== undefined) {
      waiting.delete(oldest);
      if (counts.dropped === 0)
        log.warn({ maxWaiting }, 'too many receipts are waiting for a receiver; dropping the oldest');
      counts.dropped += 1;
      oldest.watch.dropped();
    }
    wake();
  }

  /** Sends in a separate tick, so that no receipt shares a write with a submit_sm_resp. */
  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    setImmediate(sendPart);
  }

  function sendPart(): void {
    let left = Math.ceil(waiting.size * PART_AT_A_TIME);
    for (const receipt of waiting) {
      const free = left > 0 && !stopped ? freeLink() : undefined;
      if (free === undefined) break;
      waiting.delete(receipt);
      void deliver(...free, receipt);
      left -= 1;
    }
    isAwake = left === 0 && waiting.size > 0;
    if (isAwake) schedule.after(BETWEEN_PARTS_MS, sendPart);
  }

  function freeLink(): [SmppServerSession, Link] | undefined {
    const free = [...links].filter(([session, { inFlight }]) => inFlight < WINDOW && session.isOpen);
    turn += 1;
    return free[turn % free.length];
  }

  async function deliver(session: SmppServerSession, link: Link, receipt: Receipt): Promise<void> {
    total += 1;
    link.inFlight += 1;
    const report = receipt.watch.tried(link.number);
    try {
      const { status } = await sendOver(session, receipt.pdu);
      report(status === ESME_ROK ? 'taken' : 'refused');
      if (status === ESME_ROK) counts.acknowledged += 1;
      else retry(receipt, { status });
    } catch (error) {
      report(outcomeOf(error));
      // The end of a session is no refusal: it waits for the next session, however often that happens.
      if (session.isOpen) retry(receipt, { error: String(error) });
      else enqueue(receipt);
    }
    total -= 1;
    link.inFlight -= 1;
    if (waiting.size > 0) wake();
    onSettled();
  }

  function retry(receipt: Receipt, why: object): void {
    const delay = RETRY_AFTER_MS[receipt.refusals];
    receipt.refusals += 1;
    if (delay === undefined) {
      counts.dropped += 1;
      log.warn({ refusals: receipt.refusals, ...why }, 'dropping a receipt that was refused too often');
      receipt.watch.dropped();
      return;
    }
    counts.retried += 1;
    schedule.after(delay, () => enqueue(receipt));
  }

  return {
    attach(session) {
      if (session.mode === 'transmitter') return;
      lastLink += 1;
      links.set(session, { number: lastLink, inFlight: 0 });
      void session.closed.then(() => {
        links.delete(session);
        onSettled();
      });
      wake();
    },
    send: (pdu, watch = UNWATCHED) => enqueue({ pdu, watch, refusals: 0 }),
    get isBusy() {
      return total > 0 || (waiting.size > 0 && links.size > 0);
    },
    stats: () => ({ ...counts, waiting: waiting.size }),
    stop() {
      stopped = true;
      waiting.clear();
    },
  };
}

const sendOver = (session: SmppServerSession, pdu: ReceiptPdu): Promise<{ readonly status: number }> =>
  pdu.command === 'data_sm' ? session.dataSm(pdu.fields) : session.deliverSm(pdu.fields);

function outcomeOf(error: unknown): TryOutcome {
  if (!(error instanceof SmppError) || error.written === false) return 'unsent';
  return error.reason === 'closed' ? 'link cut' : 'unanswered';
}
