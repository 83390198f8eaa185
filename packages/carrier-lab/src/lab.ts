/**
 * The carrier lab put together: an SMSC and a Messages API on loopback, the carriers behind them, and the handsets at the
 * far end.
 */
import type { Clock } from '@textprobe/smpp/clock';
import { createAbsences } from './absences.ts';
import { createApiIntake } from './api-intake.ts';
import { type CarrierCounts, createCarrierCounts } from './carrier-counts.ts';
import { createCarrierLimits } from './carrier-limit.ts';
import { createHandsets, type HandsetEntry } from './handset.ts';
import { createHandsetPings } from './handset-pings.ts';
import { createHandsetPosts, type HandsetPosts } from './handset-posts.ts';
import { createIntake } from './intake.ts';
import type { Logger } from './log.ts';
import { createMessageBook } from './message-book.ts';
import { createMessageIds } from './message-ids.ts';
import { createMessagesApi } from './messages-api.ts';
import { createRandom } from './random.ts';
import { createReceiptSender, type ReceiptSender } from './receipt-sender.ts';
import type { Scenario } from './scenario-model.ts';
import { createSchedule } from './schedule.ts';
import { createSmsc } from './smsc.ts';
import { createStatusPosts } from './status-posts.ts';
import { createSubmissionLog, type Submission } from './submissions.ts';
import type { TruthSink } from './truth-event.ts';
import { createUnderWay } from './under-way.ts';

/** The account that the Messages API knows; its token is the lab's password. */
const LAB_ACCOUNT = 'AC00000000000000000000000000000001';

interface CarrierLabOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly scenario: Scenario;
  /** The same seed and the same messages meet the same fates; see README.md. */
  readonly seed: string | number;
  /** By default 127.0.0.1. */
  readonly host?: string;
  /** By default 0: a free one. */
  readonly port?: number;
  /** What a bind must name. */
  readonly systemId: string;
  readonly password: string;
  /** The origin that handsets post to, e.g. `http://127.0.0.1:3000`; null until `setTarget` tells it. */
  readonly target: string | null;
  readonly handsets: readonly HandsetEntry[];
  /** Takes the record of what truly happens to what is submitted over SMPP. By default nobody keeps it. */
  readonly truth?: TruthSink;
}

interface LabStats {
  /** By carrier name; `unknown number` counts what was sent to phones that the lab does not know. */
  readonly carriers: Readonly<Record<string, CarrierCounts>>;
  readonly receipts: ReturnType<ReceiptSender['stats']>;
  readonly posts: ReturnType<HandsetPosts['stats']>;
}

export interface CarrierLab {
  /** The SMSC's port. */
  readonly port: number;
  /** What a client needs to bind. */
  readonly smpp: {
    readonly host: string;
    readonly port: number;
    readonly systemId: string;
    readonly password: string;
  };
  /** What a client of the Messages API needs. */
  readonly api: { readonly url: string; readonly accountSid: string; readonly authToken: string };
  setTarget(url: string | null): void;
  setHandsets(handsets: readonly HandsetEntry[]): void;
  stats(): LabStats;
  /** Every submit_sm since the start, oldest first; at most the last 50,000. */
  submissions(): Submission[];
  /**
   * Resolves once nothing is on its way any more: no answer, delivery or post, and no receipt save those that
   * wait for a receiver to bind. Also when the lab stops.
   * @param of.allReceipts nor those: somebody is sure to bind
   */
  idle(of?: { readonly allReceipts: boolean }): Promise<void>;
  /** Ends sessions, timers and posts. Idempotent. */
  stop(): Promise<void>;
}

/** Resolves once the SMSC listens. Rejects with the system's error where it cannot, e.g. EADDRINUSE. */
export async function createCarrierLab(options: CarrierLabOptions): Promise<CarrierLab> {
  const { clock, log, scenario, systemId, password, host = '127.0.0.1', port = 0 } = options;
  const whenIdle = new Map<() => void, { readonly allReceipts: boolean }>();
  const schedule = createSchedule(clock, tellIdle);
  const posts = createHandsetPosts({ clock, schedule, log, target: options.target, onSettled: tellIdle });
  const receipts = createReceiptSender({ schedule, log, onSettled: tellIdle });
  const handsets = createHandsets(clock, posts);
  handsets.set(options.handsets);
  const underWay = createUnderWay(tellIdle);
  const postStatus = createStatusPosts({ clock, log, authToken: password, underWay });
  const absences = createAbsences(scenario.absences, clock.now());
  const pings = createHandsetPings({
    clock,
    log,
    everyMs: scenario.pingEvery,
    target: options.target,
    present: () =>
      handsets.withKeys().filter(({ phoneNumber }) => !absences.isAway(phoneNumber, clock.now())),
    random: createRandom(options.seed).fork('health'),
  });
  const shared = {
    now: () => clock.now(),
    absences,
    scenario,
    schedule,
    handsets,
    limits: createCarrierLimits(() => clock.now()),
    book: createMessageBook(scenario, createRandom(options.seed), () => clock.now()),
    submissions: createSubmissionLog(),
    counts: createCarrierCounts(),
  };
  const { submissions, counts } = shared;
  const take = createIntake({
    ...shared,
    nextId: createMessageIds(clock.now()),
    receipts,
    truth: options.truth ?? null,
  });
  let stopped: Promise<void> | null = null;

  function tellIdle(): void {
    if (whenIdle.size === 0 || !isIdle()) return;
    const isEmpty = stopped !== null || receipts.stats().waiting === 0;
    for (const [resolve, { allReceipts }] of whenIdle) {
      if (allReceipts && !isEmpty) continue;
      whenIdle.delete(resolve);
      resolve();
    }
  }

  function isIdle(): boolean {
    if (stopped !== null) return true;
    const isHttpIdle = posts.pending + underWay.count === 0;
    return schedule.size === 0 && isHttpIdle && !receipts.isBusy;
  }

  const server = await createSmsc({ clock, log, host, port, systemId, password, take, receipts });
  const api = await createMessagesApi({
    host,
    accountSid: LAB_ACCOUNT,
    authToken: password,
    take: createApiIntake({ ...shared, log, postStatus, underWay }),
    log,
  }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  log.info(
    { host, port: server.port, api: api.url, scenario: scenario.name, seed: options.seed },
    'the carrier lab listens',
  );

  return {
    port: server.port,
    smpp: { host, port: server.port, systemId, password },
    api: { url: api.url, accountSid: LAB_ACCOUNT, authToken: password },
    setTarget(url) {
      posts.setTarget(url);
      pings.setTarget(url);
    },
    setHandsets: handsets.set,
    stats: () => ({ carriers: counts.snapshot(), receipts: receipts.stats(), posts: posts.stats() }),
    submissions: submissions.list,
    idle: (of = { allReceipts: false }) =>
      new Promise((resolve) => {
        whenIdle.set(resolve, of);
        tellIdle();
      }),
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };

  async function stopAll(): Promise<void> {
    schedule.stop();
    posts.stop();
    pings.stop();
    receipts.stop();
    underWay.stop();
    await api.close();
    await server.close();
    for (const resolve of whenIdle.keys()) resolve();
    whenIdle.clear();
  }
}
