/**
 * The engine's public API, for the server. It works in any process, with or without a worker: the two communicate
 * through the database only.
 */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { countMessages, type LimitReached } from '@textprobe/database/limits/daily-messages';
import { type ChangedTest, notifyDue, notifyRuns } from '@textprobe/database/live/channels';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { FileComparison, ReceptionToCompare } from '@textprobe/database/receptions/file-comparisons';
import { insertRun, withdrawRuns } from '@textprobe/database/runs/runs';
import { endRecurrence, setSchedule } from '@textprobe/database/schedules/schedules';
import type { TestRow } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { OFFLINE_AFTER_MS } from '@textprobe/domain/phone-presence';
import { recurrenceRuleFromWire, type WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import { planSchedule, type TestSchedule } from '@textprobe/domain/schedule-plan';
import type { CarrierReceipt } from '@textprobe/gateways/gateway-port';
import type { Arrival, ArrivalOutcome, PhonePing } from '@textprobe/gateways/inbox-port';
import { type EngineMetrics, NO_METRICS } from './metrics.ts';
import { createEvidenceWriter, toRawReceipt, whenWritten } from './receive/evidence-writer.ts';
import { createPhoneSigns } from './receive/phone-signs.ts';
import { createReceiver } from './receive/receiver.ts';
import { recordFiles } from './receive/record-files.ts';
import { createPostCommit } from './settle/post-commit.ts';

export interface EngineApi {
  /**
   * Schedules a test in the transaction that created or changed it. An immediate or past-due test gets a run, which
   * wakes a worker at commit; the test stays UNEXECUTED until that run starts. For any other test only the next due
   * instant is stored. Withdraws a planned run that has not started.
   * @returns the updated test row, or the daily limit that its run would exceed: the caller must then roll back
   */
  scheduleTest(tx: Transaction, test: ScheduledTest): Promise<TestRow | LimitReached>;
  /**
   * Stops a recurrence in the caller's transaction; runs that have started continue.
   * @returns null if there is no such test, it does not recur, or no occurrence is left
   */
  stopRecurrence(tx: Transaction, testId: number): Promise<TestRow | null>;
  /** Records handset reports. Resolves once they are committed (promise 1), with one outcome per report, in order. */
  receive(arrivals: readonly Arrival[]): Promise<readonly ArrivalOutcome[]>;
  /** Records how the files of a report compare with those that were sent. Resolves once it is committed. */
  recordFiles(reception: ReceptionToCompare, files: readonly FileComparison[]): Promise<void>;
  /** Records pings that test phones sent to the inbox `source`. Resolves once they are committed. */
  recordPings(source: string, pings: readonly PhonePing[]): Promise<void>;
  /** Records a receipt that a carrier posted. Resolves once it is committed; rejects if that failed. */
  takeReceipt(
    gateway: { readonly id: number; readonly name: string },
    receipt: CarrierReceipt,
  ): Promise<void>;
  /** Notifies screens of tests that changed other than through a run: created, edited, deleted. */
  publishChanges(tests: readonly ChangedTest[]): void;
  /** Flushes pending notifications. Idempotent. */
  stop(): Promise<void>;
}

/** The columns of a test that determine when it runs. */
export type ScheduledTest = Pick<TestRow, 'id' | 'test_type' | 'scheduled_at' | 'recurrence_rule'>;

const SOON_MS = 3_000;

function scheduleOf(test: ScheduledTest): TestSchedule {
  const recurs = test.test_type === 'RECURRING';
  return {
    testType: test.test_type,
    scheduledAt: test.scheduled_at,
    rule: recurs ? recurrenceRuleFromWire(test.recurrence_rule as unknown as WireRecurrenceRule) : null,
  };
}

export function createEngineApi(deps: {
  db: Database;
  /** Second pool, limited to index scans, for handset reports; `db` by default. */
  indexOnlyPool?: Database;
  codes: MessageCodes;
  clock: Clock;
  log: Log;
  /** How long a message may stay unconfirmed before it counts as lost, in milliseconds. */
  deadlineMs: number;
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds; 15 minutes by default. */
  offlineAfterMs?: number;
  metrics?: EngineMetrics;
}): EngineApi {
  const { clock, deadlineMs, metrics = NO_METRICS } = deps;
  const postCommit = createPostCommit(deps);
  const receiver = createReceiver({
    ...deps,
    indexOnlyPool: deps.indexOnlyPool ?? deps.db,
    postCommit,
    metrics,
  });
  const phones = createPhoneSigns({ ...deps, offlineAfterMs: deps.offlineAfterMs ?? OFFLINE_AFTER_MS });
  const writer = createEvidenceWriter({ ...deps, postCommit });

  return {
    async scheduleTest(tx, test) {
      const now = clock.now();
      await withdrawRuns(tx, test.id);
      const { runsAtOnce, nextDue, note } = planSchedule(scheduleOf(test), now);
      if (runsAtOnce) {
        const runId = await insertRun(tx, { testId: test.id, dueAt: now, deadlineMs, now });
        if (runId !== null) {
          const reached = (await countMessages(tx, [test.id], now)).get(test.id);
          if (reached !== undefined) return reached;
          await notifyRuns(tx);
        }
      }
      // Workers poll once a second, so only a test that is due within seconds needs a notification.
      if (nextDue !== null && nextDue - now < SOON_MS) await notifyDue(tx);
      return setSchedule(tx, test.id, { nextDue, note });
    },
    stopRecurrence: (tx, testId) => endRecurrence(tx, testId, clock.now()),
    async receive(arrivals) {
      const timed = arrivals.map((arrival) => ({ arrival, at: arrival.at ?? clock.now() }));
      const outcomes = await Promise.all(timed.map((one) => receiver.receive(one)));
      for (const { arrival, at } of timed)
        if (arrival.phoneId !== null) phones.seen(arrival.inbox, arrival.phoneId, at);
      return outcomes;
    },
    async recordFiles(reception, files) {
      postCommit.publish(await recordFiles(deps, reception, files));
    },
    recordPings: (source, pings) => phones.ping(source, pings),
    async takeReceipt(gateway, receipt) {
      await whenWritten((done) => writer.receipt(toRawReceipt(gateway.id, receipt), done));
      metrics.receipt(gateway.name, receipt.state);
    },
    publishChanges: (tests) => postCommit.publishChanges(tests),
    async stop() {
      await receiver.idle();
      await phones.stop();
      await postCommit.stop();
    },
  };
}
