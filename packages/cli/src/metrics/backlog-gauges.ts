/**
 * The backlog of the whole installation, read from the database at each scrape. Every process reports the same figures, so
 * dashboards take their maximum. Without the database they are left out; the scrape never fails.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type Backlog, readBacklog } from '@textprobe/database/upkeep/backlog';
import type { Clock } from '@textprobe/domain/clock';
import { Gauge, type Registry } from 'prom-client';

/** Database timeout of a scrape. */
const READ_TIMEOUT_MS = 2_000;
const PARTITIONED = ['messages', 'submission_parts', 'raw_receipts', 'receptions', 'message_events'];

interface BacklogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds. */
  readonly offlineAfterMs: number;
}

export function gaugeBacklog(registry: Registry, deps: BacklogDeps): void {
  const read = createSharedRead(deps);
  const gauge = (name: string, help: string, value: (backlog: Backlog) => number) =>
    new Gauge({
      name: `textprobe_${name}`,
      help,
      registers: [registry],
      async collect() {
        const backlog = await read();
        if (backlog === null) this.remove();
        else this.set(value(backlog));
      },
    });

  new Gauge({
    name: 'textprobe_database_up',
    help: '1 if the database answered this scrape in time; else 0, and the backlog metrics are missing.',
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  gauge('messages_waiting', 'Messages that no worker has claimed yet.', ({ waiting }) => waiting);
  gauge(
    'longest_wait_seconds',
    'How long the oldest waiting message has been ready to send.',
    ({ longestWaitMs }) => longestWaitMs / 1_000,
  );
  gauge('messages_claimed', 'Claimed messages without a known outcome yet.', ({ claimed }) => claimed);
  gauge('runs_due', 'Due runs whose messages are not all created yet.', ({ dueRuns }) => dueRuns);
  gauge(
    'test_phones_offline',
    'Test phones that ping and have been silent for HANDSET_OFFLINE_AFTER.',
    ({ offlinePhones }) => offlinePhones,
  );
  gauge(
    'leader_absent_seconds',
    'How long no worker has led the sweeps; 0 while one does.',
    ({ leader }) => leader.absentMs / 1_000,
  );
  new Gauge({
    name: 'textprobe_leader_seconds',
    help: 'How long the worker has led the sweeps; missing while none does.',
    labelNames: ['worker'],
    registers: [registry],
    async collect() {
      this.reset();
      const leader = (await read())?.leader;
      if (leader?.holder) this.set({ worker: leader.holder }, leader.heldMs / 1_000);
    },
  });
  new Gauge({
    name: 'textprobe_receipts_unmatched',
    help: 'Receipts of the last day that have matched no message.',
    labelNames: ['gateway'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { gateway, count } of (await read())?.unmatchedReceipts ?? []) this.set({ gateway }, count);
    },
  });
  new Gauge({
    name: 'textprobe_default_partition_filled',
    help: '1 if the default partition of a table has rows: there was no partition for their month.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      this.reset();
      const backlog = await read();
      for (const table of backlog === null ? [] : PARTITIONED)
        this.set({ table }, backlog?.filledDefaultPartitions.includes(`${table}_default`) ? 1 : 0);
    },
  });
}

/** All gauges of one scrape share one read of the database. Null: it did not answer in time. */
function createSharedRead(deps: BacklogDeps): () => Promise<Backlog | null> {
  const { db, clock, log, offlineAfterMs } = deps;
  let reading: Promise<Backlog | null> | undefined;

  async function readInTime(): Promise<Backlog | null> {
    const timer = new AbortController();
    const late = clock.sleep(READ_TIMEOUT_MS, timer.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([readBacklog(db, { now: clock.now(), offlineAfterMs }), late]);
    } catch (error) {
      log.warn({ err: error }, 'could not read the backlog for the metrics');
      return null;
    } finally {
      timer.abort();
      reading = undefined;
    }
  }

  return () => (reading ??= readInTime());
}
