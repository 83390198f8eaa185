/**
 * Work to be done later or elsewhere, kept in the same database (pg-boss, schema `pgboss`) and put there in the same
 * transaction as what it belongs to. A notification wakes a worker at commit; polling twice a second is the floor under it.
 * Jobs are per run and per chunk, never per message: the state of a message lives in `messages`.
 */
import type { Clock } from '@textprobe/domain/clock';
import { type ConstructorOptions, fromKysely, PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { connectionSettings, type Transaction } from './connection.ts';
import type { Log } from './log.ts';
import { type SilenceOptions, sessionTimeouts, watchSilence } from './silence.ts';

export interface JobQueueOptions {
  readonly url: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Made at start where missing, and brought to these settings. A process names those that it sends to or works on. */
  readonly queues: Readonly<Record<string, QueueSettings>>;
  /** Of its own small pool, beside one connection for LISTEN; 4 unless told. */
  readonly maxConnections?: number;
  /** Whether this process also sweeps up: expired jobs, those of dead workers, old ones. True unless told. */
  readonly maintains?: boolean;
  /** Connections that answer nothing for so long are given up, in milliseconds; never unless told. */
  readonly silentMs?: number;
}

/** Retries, expiry and retention in pg-boss's words; ours where they differ stand in `DEFAULTS`. */
export interface QueueSettings extends QueueOptions {
  /** `short`: one waiting per key; `singleton`: one active per key; `stately`: both; `exclusive`: one in all. */
  readonly policy?: QueuePolicy;
  /** A table of its own, for a queue that is filled in bulk. Cannot be changed later. */
  readonly partition?: boolean;
}

export interface SendOptions {
  /** Not before this instant, epoch milliseconds; begun up to 0.5 s later. At once unless told. */
  readonly startAt?: number;
  /** With the policies that know one: what this job must be the only one of. */
  readonly key?: string;
  /** Higher goes first. */
  readonly priority?: number;
}

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** Aborts when the job has expired or the process is stopping: give back what was not done. */
  readonly signal: AbortSignal;
}

export interface WorkOptions {
  /** So many jobs are handed over at once; they succeed or fail together. 1 unless told. */
  readonly batchSize?: number;
  /** So many handlers at once in this process. 1 unless told. */
  readonly concurrency?: number;
}

export interface JobQueue {
  /** Makes or migrates what pg-boss keeps in the database, and the queues. Safe in many processes at once. */
  start(): Promise<void>;
  /**
   * Takes no more jobs, waits for those under way up to `withinMs` (1,500 unless told), gives the others back, and lets
   * go of the database. Idempotent.
   */
  stop(withinMs?: number): Promise<void>;
  /**
   * Within the transaction: the job exists if and when that commits.
   * @returns its id, null if the queue's policy says that there is one already
   */
  send(tx: Transaction, queue: string, data: object, options?: SendOptions): Promise<string | null>;
  /** A rejection has the batch tried again, as the queue's settings say. */
  work<Data>(
    queue: string,
    options: WorkOptions,
    handler: (jobs: Job<Data>[]) => Promise<void>,
  ): Promise<void>;
}

const DEFAULTS = {
  // A worker that was killed is noticed by its silence, not by the expiry of its job a quarter of an hour later.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 24 * 3600,
} satisfies QueueSettings;

const POLLING_SECONDS = 0.5;
/** How often expired jobs and those of dead workers are looked for: heartbeat and this are the time to a second try. */
const SWEEP_SECONDS = 5;
const DELETION_SECONDS = 600;
const STOP_MS = 1500;
const FAREWELL_MS = 1000;

export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { clock, log, queues } = options;
  const boss = new PgBoss(bossOptions(options));
  boss.on('error', (error) =>
    log.error({ err: asError(error) }, 'job queue: an error that will be tried again'),
  );
  boss.on('warning', (warning) => log.warn({ ...warning.data }, `job queue: ${warning.message}`));
  const working = new Set<string>();
  let stopped: Promise<void> | undefined;

  async function within(ms: number, work: Promise<unknown>): Promise<void> {
    const bound = new AbortController();
    await Promise.race([work, clock.sleep(ms, bound.signal).catch(() => undefined)]);
    bound.abort();
  }

  async function stop(withinMs: number): Promise<void> {
    const drained = Promise.all([...working].map((queue) => boss.offWork(queue, { wait: true })));
    await within(withinMs, drained);
    // Not graceful: its own waiting looks only twice a second. What is still active goes back to be tried again. And not
    // for ever: to the farewell of a dead connection nobody answers.
    await within(FAREWELL_MS, boss.stop({ graceful: false }));
  }

  return {
    async start() {
      await boss.start();
      for (const [name, settings] of Object.entries(queues)) {
        await boss.createQueue(name, { ...DEFAULTS, ...settings, notify: true });
        const { policy: _policy, partition: _partition, ...changeable } = settings;
        await boss.updateQueue(name, { ...DEFAULTS, ...changeable, notify: true });
      }
    },

    stop: (withinMs = STOP_MS) => (stopped ??= stop(withinMs)),

    async send(tx, queue, data, { startAt, key, priority } = {}) {
      const delayMs = startAt === undefined ? 0 : startAt - clock.now();
      return boss.send(queue, data, {
        db: fromKysely(tx),
        ...(delayMs > 0 ? { startAfter: delayMs / 1000 } : {}),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(priority === undefined ? {} : { priority }),
      });
    },

    async work<Data>(
      queue: string,
      { batchSize = 1, concurrency = 1 }: WorkOptions,
      handler: (jobs: Job<Data>[]) => Promise<void>,
    ) {
      working.add(queue);
      await boss.work<Data>(
        queue,
        {
          batchSize,
          localConcurrency: concurrency,
          pollingIntervalSeconds: POLLING_SECONDS,
          notifyPollingIntervalSeconds: POLLING_SECONDS,
          // A full batch means that there is more.
          burstWhenBatchFull: batchSize > 1,
        },
        (jobs) => handler(jobs),
      );
    },
  };
}

/** Makes pg-boss's part of the database without any queue: at a migration, so that the first start is as quick as any. */
export async function installJobQueue(
  options: Pick<JobQueueOptions, 'url' | 'log' | 'clock'>,
): Promise<void> {
  const queue = createJobQueue({ ...options, queues: {}, maintains: false });
  try {
    await queue.start();
  } finally {
    await queue.stop();
  }
}

function bossOptions({
  url,
  clock,
  log,
  maxConnections = 4,
  maintains = true,
  silentMs,
}: JobQueueOptions): ConstructorOptions {
  // Its own type parsers stay: pg-boss reads instants as dates.
  const { connectionString, application_name, options } = connectionSettings(url, 'textprobe jobs');
  return {
    connectionString: connectionString ?? url,
    ...(application_name === undefined ? {} : { application_name }),
    ...(options === undefined ? {} : { options }),
    // It hands its options on to its pool.
    ...(silentMs === undefined ? {} : silenceSettings({ clock, log, limitMs: silentMs })),
    max: maxConnections,
    clock: bossClock(clock),
    useListenNotify: true,
    // Recurrence is ours, in the time zone of the offices.
    schedule: false,
    supervise: maintains,
    superviseIntervalSeconds: SWEEP_SECONDS,
    monitorIntervalSeconds: SWEEP_SECONDS,
    maintenanceIntervalSeconds: DELETION_SECONDS,
  };
}

/** Most of its errors pg-boss tells as bare objects with the message and code of one: a log would say nothing of them. */
function asError(told: object): Error {
  return told instanceof Error ? told : Object.assign(new Error(), told);
}

function silenceSettings(options: SilenceOptions) {
  return { Client: watchSilence(options), ...sessionTimeouts(options.limitMs) };
}

/** Our clock in the shape of the timer functions. */
function bossClock(clock: Clock): NonNullable<ConstructorOptions['clock']> {
  function repeat(fn: () => void, ms: number): () => void {
    let cancel = clock.after(ms, tick);
    function tick(): void {
      cancel = clock.after(ms, tick);
      fn();
    }
    return () => cancel();
  }
  const clear = (cancel: unknown) => (cancel as (() => void) | undefined)?.();
  return {
    now: () => clock.now(),
    setTimeout: (fn, ms) => clock.after(ms, fn),
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: clear,
  };
}
