/** The carrier lab put together: one SMSC on loopback, the carriers behind it, and the handsets at the far end. */
import type { Clock } from '@textprobe/smpp/clock';
import { type CarrierCounts, createCarrierCounts } from './carrier-counts.ts';
import { createCarrierLimits } from './carrier-limit.ts';
import { createHandsetPosts, type HandsetPosts } from './handset-posts.ts';
import { createHandsets, type HandsetEntry } from './handset.ts';
import { createIntake } from './intake.ts';
import type { Logger } from './log.ts';
import { createMessageBook } from './message-book.ts';
import { createMessageIds } from './message-ids.ts';
import { createRandom } from './random.ts';
import { createReceiptSender, type ReceiptSender } from './receipt-sender.ts';
import type { Scenario } from './scenario-model.ts';
import { createSchedule } from './schedule.ts';
import { createSmsc } from './smsc.ts';
import { createSubmissionLog, type Submission } from './submissions.ts';

export interface CarrierLabOptions {
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
}

export interface LabStats {
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
  setTarget(url: string | null): void;
  setHandsets(handsets: readonly HandsetEntry[]): void;
  stats(): LabStats;
  /** Every submit_sm since the start, oldest first; at most the last 50,000. */
  submissions(): Submission[];
  /**
   * Resolves once nothing is on its way any more: no answer, delivery or post, and no receipt save those that
   * wait for a receiver to bind. Also when the lab stops.
   */
  idle(): Promise<void>;
  /** Ends sessions, timers and posts. Idempotent. */
  stop(): Promise<void>;
}

/** Resolves once the SMSC listens. Rejects with the system's error where it cannot, e.g. EADDRINUSE. */
export async function createCarrierLab(options: CarrierLabOptions): Promise<CarrierLab> {
  const { clock, log, scenario, systemId, password, host = '127.0.0.1', port = 0 } = options;
  const whenIdle = new Set<() => void>();
  const schedule = createSchedule(clock, tellIdle);
  const posts = createHandsetPosts({ clock, schedule, log, target: options.target, onSettled: tellIdle });
  const receipts = createReceiptSender({ schedule, log, onSettled: tellIdle });
  const handsets = createHandsets(clock, posts);
  handsets.set(options.handsets);
  const submissions = createSubmissionLog();
  const counts = createCarrierCounts();
  const take = createIntake({
    now: () => clock.now(),
    scenario,
    schedule,
    handsets,
    limits: createCarrierLimits(() => clock.now()),
    book: createMessageBook(scenario, createRandom(options.seed)),
    nextId: createMessageIds(clock.now()),
    receipts,
    submissions,
    counts,
  });
  let stopped: Promise<void> | null = null;

  function tellIdle(): void {
    if (whenIdle.size === 0 || !isIdle()) return;
    for (const resolve of whenIdle) resolve();
    whenIdle.clear();
  }

  function isIdle(): boolean {
    return stopped !== null || (schedule.size === 0 && posts.pending === 0 && !receipts.isBusy);
  }

  const server = await createSmsc({ clock, log, host, port, systemId, password, take, receipts });
  log.info(
    { host, port: server.port, scenario: scenario.name, seed: options.seed },
    'the carrier lab listens',
  );

  return {
    port: server.port,
    smpp: { host, port: server.port, systemId, password },
    setTarget: posts.setTarget,
    setHandsets: handsets.set,
    stats: () => ({ carriers: counts.snapshot(), receipts: receipts.stats(), posts: posts.stats() }),
    submissions: submissions.list,
    idle: () =>
      new Promise((resolve) => {
        whenIdle.add(resolve);
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
    receipts.stop();
    await server.close();
    for (const resolve of whenIdle) resolve();
    whenIdle.clear();
  }
}
