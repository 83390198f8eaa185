/**
 * Carries receipts to whoever is bound to receive: any receiver or transceiver, in turn. While none is bound
 * they wait; what is refused or not answered is tried again. So a receipt may come twice, as from real carriers.
 */
import { ESME_ROK } from '@textprobe/smpp/command-status';
import type { SmppServerSession } from '@textprobe/smpp/server';
import { SmppError } from '@textprobe/smpp/smpp-error';
import type { Logger } from './log.ts';
import type { ReceiptPdu } from './receipts.ts';
import type { Schedule } from './schedule.ts';

/**
 * What came of one try. `unsent`: it never left us, for the link ended first. After `unanswered` and `link cut` nobody here
 * can know whether the other side has taken it.
 */
export type TryOutcome = 'taken' | 'refused' | 'unanswered' | 'link cut' | 'unsent';

/** Whoever follows a receipt on its way. */
export interface ReceiptWatch {
  /** It is handed to a link, numbered from 1 as they were bound. @returns what to call with what came of that */
  tried(link: number): (outcome: TryOutcome) => void;
  /** It is not tried any more. */
  dropped(): void;
}

export interface ReceiptSender {
  /** Sends what waits over this session too, until it ends. */
  attach(session: SmppServerSession): void;
  send(pdu: ReceiptPdu, watch?: ReceiptWatch): void;
  /** Whether a receipt is on its way; those which wait for somebody to bind are not. */
  readonly isBusy: boolean;
  /** Since the start: answered ESME_ROK; tried again; given up. And how many wait now. */
  stats(): { acknowledged: number; retried: number; dropped: number; waiting: number };
  stop(): void;
}

interface ReceiptSenderOptions {
  readonly schedule: Schedule;
  readonly log: Logger;
  /** Told whenever a receipt was answered. */
  readonly onSettled: () => void;
  /** Receipts that wait; beyond them the oldest are dropped. By default 100,000. */
  readonly maxWaiting?: number;
}

/** Unanswered receipts a session, enough for a client that commits a thousand at a time before it answers. */
const WINDOW = 1_000;
/** How long after each refusal the next try is; after the last one the receipt is dropped. */
const RETRY_AFTER_MS = [1_000, 5_000, 15_000, 30_000];
/**
 * Of the receipts that wait, this part goes at once, as much of the rest a millisecond later, and so on. A client that
 * leaves Nagle's algorithm on sends one deliver_sm_resp and holds all that follows, new submit_sm too, until we
 * acknowledge it. We have no answer to give to an answer, and our kernel by itself takes 40 ms; but every further
 * receipt carries the acknowledgement. Kannel at window 10 does twice as many messages so as with all in one write.
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
const NOBODY: ReceiptWatch = { tried: () => NOTHING, dropped: NOTHING };

export function createReceiptSender({
  schedule,
  log,
  onSettled,
  maxWaiting = 100_000,
}: ReceiptSenderOptions): ReceiptSender {
  /** A Set keeps the order of arrival, and taking its first costs nothing however many wait. */
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
        log.warn({ maxWaiting }, 'too many receipts wait for a receiver; the oldest are dropped');
      counts.dropped += 1;
      oldest.watch.dropped();
    }
    wake();
  }

  /** Sends in a turn of the event loop of its own, so that no receipt shares its write with a submit_sm_resp. */
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
    const tell = receipt.watch.tried(link.number);
    try {
      const { status } = await sendOver(session, receipt.pdu);
      tell(status === ESME_ROK ? 'taken' : 'refused');
      if (status === ESME_ROK) counts.acknowledged += 1;
      else retry(receipt, { status });
    } catch (error) {
      tell(outcomeOf(error));
      // Nobody refused it if the session ended: it waits for the next one, as often as that happens.
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
      log.warn({ refusals: receipt.refusals, ...why }, 'a receipt was refused too often and is dropped');
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
    send: (pdu, watch = NOBODY) => enqueue({ pdu, watch, refusals: 0 }),
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
