/**
 * Assembles the carrier lab: an SMSC and a Messages API on loopback, simulated carriers, and virtual handsets.
 */
import type { Clock } from '@textprobe/smpp/clock';
import { createAbsences } from './absences.ts';
import { createApiIntake } from './api-intake.ts';
import { type CarrierCounts, createCarrierCounts } from './carrier-counts.ts';
import { createCarrierLimits } from './carrier-limit.ts';
import { createHandsets, type HandsetEntry } from './handset.ts';
import { createHandsetPings } from './handset-pings.ts';
import { createHandsetPosts, type HandsetPosts } from './handset-posts.ts';
import { createInFlight } from './in-flight.ts';
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

/** The account of the Messages API; its token is the lab's password. */
const LAB_ACCOUNT = 'AC00000000000000000000000000000001';

interface CarrierLabOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly scenario: Scenario;
  /** The same seed gives the same messages the same fates; see README.md. */
  readonly seed: string | number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, a free one. */
  readonly port?: number;
  /** The credentials of a bind. */
  readonly systemId: string;
  readonly password: string;
  /** The origin that handsets post to, e.g. `http://127.0.0.1:3000`; null until `setTarget`. */
  readonly target: string | null;
  readonly handsets: readonly HandsetEntry[];
  /** Receives the true events of all messages; see truth-event.ts. */
  readonly truth?: TruthSink;
}

interface LabStats {
  /** By carrier name; `unknown number` counts messages to unknown phones. */
  readonly carriers: Readonly<Record<string, CarrierCounts>>;
  readonly receipts: ReturnType<ReceiptSender['stats']>;
  readonly posts: ReturnType<HandsetPosts['stats']>;
}

export interface CarrierLab {
  /** The SMSC's port. */
  readonly port: number;
  /** For clients to bind. */
  readonly smpp: {
    readonly host: string;
    readonly port: number;
    readonly systemId: string;
    readonly password: string;
  };
  /** For clients of the Messages API. */
  readonly api: { readonly url: string; readonly accountSid: string; readonly authToken: string };
  setTarget(url: string | null): void;
  setHandsets(handsets: readonly HandsetEntry[]): void;
  stats(): LabStats;
  /** Every submit_sm since the start, oldest first; at most the last 50,000. */
  submissions(): Submission[];
  /**
   * Resolves once nothing is in flight: no answer, delivery or post, and no receipt except those that wait for a receiver to
   * bind. Also resolves when the lab stops.
   * @param of.allReceipts waits for these receipts too, because a receiver will bind
   */
  idle(of?: { readonly allReceipts: boolean }): Promise<void>;
  /** Stops sessions, timers and posts. Idempotent. */
  stop(): Promise<void>;
}

/** Resolves once the SMSC listens. Rejects with the system's error if it cannot, e.g. EADDRINUSE. */
export async function createCarrierLab(options: CarrierLabOptions): Promise<CarrierLab> {
  const { clock, log, scenario, systemId, password, host = '127.0.0.1', port = 0 } = options;
  const whenIdle = new Map<() => void, { readonly allReceipts: boolean }>();
  const schedule = createSchedule(clock, resolveWhenIdle);
  const posts = createHandsetPosts({
    clock,
    schedule,
    log,
    target: options.target,
    onSettled: resolveWhenIdle,
  });
  const receipts = createReceiptSender({ schedule, log, onSettled: resolveWhenIdle });
  const handsets = createHandsets(clock, posts);
  handsets.set(options.handsets);
  const inFlight = createInFlight(resolveWhenIdle);
  const postStatus = createStatusPosts({ clock, log, authToken: password, inFlight });
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
    truth: options.truth ?? null,
  };
  const { submissions, counts } = shared;
  const take = createIntake({
    ...shared,
    nextId: createMessageIds(clock.now()),
    receipts,
  });
  let stopped: Promise<void> | null = null;

  function resolveWhenIdle(): void {
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
    const isHttpIdle = posts.pending + inFlight.count === 0;
    return schedule.size === 0 && isHttpIdle && !receipts.isBusy;
  }

  const server = await createSmsc({ clock, log, host, port, systemId, password, take, receipts });
  const api = await createMessagesApi({
    host,
    accountSid: LAB_ACCOUNT,
    authToken: password,
    take: createApiIntake({ ...shared, log, postStatus, inFlight }),
    log,
  }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  log.info(
    { host, port: server.port, api: api.url, scenario: scenario.name, seed: options.seed },
    'the carrier lab is listening',
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
        resolveWhenIdle();
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
    inFlight.stop();
    await api.close();
    await server.close();
    for (const resolve of whenIdle.keys()) resolve();
    whenIdle.clear();
  }
}
