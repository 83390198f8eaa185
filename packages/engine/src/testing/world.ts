/** A small world on its own database: a directory, the engine's API, and as many engines as a test needs. */
import { closeDatabase, type Database, openDatabase, sqlTime } from '@textprobe/database/core/connection';
import { listen } from '@textprobe/database/core/listen';
import { silentLog } from '@textprobe/database/core/log';
import { LIVE_TESTS_CHANNEL } from '@textprobe/database/live/channels';
import { setTestMedia } from '@textprobe/database/media/media-files';
import { listMessagesOfTest } from '@textprobe/database/message-log/message-log';
import { withClaims } from '@textprobe/database/messages/held-messages';
import { type MessageCodes, openMessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import type { OfficePhonePair } from '@textprobe/database/schema/column-types';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { findTest, type TestRow } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import type { EvidenceSource } from '@textprobe/domain/message-status';
import type { WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { createEngineApi, type EngineApi } from '../api.ts';
import { createEngine, ENGINE_CHANNELS, type Engine, type EngineOptions } from '../engine.ts';
import { seedDirectory } from './seed-directory.ts';

export interface World {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly url: string;
  readonly clock: Clock;
  readonly engineApi: EngineApi;
  /** The default gateway's id. */
  readonly gatewayId: number;
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
  /** Creates a test like the server does, test and run in one transaction; an immediate SMS by default. */
  createTest(test?: {
    body?: string;
    officeIds?: readonly number[];
    phoneIds?: readonly number[];
    /** Of office and phone; by default every office sends to every phone. */
    pairs?: readonly OfficePhonePair[];
    /** Epoch milliseconds: makes it a scheduled test. */
    scheduledAt?: number;
    /** In wire format: makes it a recurring test. */
    rule?: WireRecurrenceRule;
    overlap?: 'skip' | 'wait';
    messageType?: 'SMS' | 'MMS';
    /** The stored files of an MMS, in order. */
    mediaIds?: readonly string[];
  }): Promise<number>;
  /** Starts a worker for the gateway; stops it with the world. */
  startEngine(gateway: Gateway, options?: Partial<EngineOptions>): Promise<Engine>;
  /** The messages of a test, ordered by office and phone. */
  messagesOf(testId: number): Promise<MessageLogRow[]>;
  test(testId: number): Promise<TestRow>;
  /** Resolves with the first value that is neither false nor null; asks again whenever a test has changed. */
  until<T>(ask: () => Promise<T | false | null>): Promise<T>;
  close(): Promise<void>;
}

export async function createWorld(
  options: {
    offices?: number;
    phones?: number;
    evidence?: EvidenceSource;
    deadlineMs?: number;
    clock?: Clock;
    offlineAfterMs?: number;
    /** A migrated database whose first gateway is the default one; by default a new one with offices and phones. */
    database?: TestDatabase;
  } = {},
): Promise<World> {
  const { offices = 1, phones = 1, evidence = 'handset', deadlineMs = 900_000, clock = realClock } = options;
  const presence = options.offlineAfterMs === undefined ? {} : { offlineAfterMs: options.offlineAfterMs };
  const { db, url, drop } = options.database ?? (await createTestDatabase());
  const codes = await openMessageCodes(db);
  const deps = { codes, clock, log: silentLog };
  const { gatewayId, officeIds, phoneIds } =
    options.database === undefined
      ? await seedDirectory(db, { offices, phones, evidence })
      : { gatewayId: 1, officeIds: [], phoneIds: [] };
  const engines: Engine[] = [];
  const recheck = new Set<() => void>();
  const listener = await listen(
    url,
    [LIVE_TESTS_CHANNEL],
    { onNotification: wakeAll, onReconnect: wakeAll },
    { clock: realClock, log: silentLog },
  );
  const indexOnlyPool = openDatabase({
    url,
    log: silentLog,
    applicationName: 'test',
    maxConnections: 3,
    indexOnly: true,
  });
  const engineApi = createEngineApi({ ...deps, ...presence, db, indexOnlyPool, deadlineMs });

  function wakeAll(): void {
    for (const wake of recheck) wake();
  }

  return {
    db,
    codes,
    url,
    clock,
    engineApi,
    gatewayId,
    officeIds,
    phoneIds,
    async createTest({
      body = 'Hello',
      officeIds: from = officeIds,
      phoneIds: to = phoneIds,
      pairs,
      scheduledAt = null,
      rule,
      overlap = 'skip',
      messageType = 'SMS',
      mediaIds = [],
    } = {}) {
      return db.transaction().execute(async (tx) => {
        const now = clock.now();
        const { id } = await tx
          .insertInto('tests')
          .values({
            test_type: rule ? 'RECURRING' : scheduledAt === null ? 'IMMEDIATE' : 'SCHEDULED',
            recurrence_rule: JSON.stringify(rule ?? {}),
            scheduled_at: sqlTime(scheduledAt),
            overlap,
            message_type: messageType,
            body,
            partner_ids: [1],
            client_ids: [1],
            office_ids: [...from],
            phone_ids: [...to],
            pairs: pairs === undefined ? null : JSON.stringify(pairs),
            created_at: sqlTime(now),
            updated_at: sqlTime(now),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (mediaIds.length > 0) await setTestMedia(tx, id, mediaIds);
        const made = await tx.selectFrom('tests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const scheduled = await engineApi.scheduleTest(tx, made);
        if ('left' in scheduled) throw new Error(`the daily limit is reached: ${scheduled.left} left`);
        return id;
      });
    },
    async startEngine(gateway, given = {}) {
      const engine = createEngine({
        ...deps,
        ...presence,
        db,
        indexOnlyPool,
        gateways: new Map([[gatewayId, gateway]]),
        deadlineMs,
        workerId: `worker-${engines.length + 1}`,
        listenForWaiting: (onNotice) =>
          listen(url, ENGINE_CHANNELS, { onNotification: onNotice, onReconnect: onNotice }, deps),
        ...given,
      });
      engines.push(engine);
      await engine.start();
      return engine;
    },
    async messagesOf(testId) {
      const rows = await withClaims(
        db,
        await listMessagesOfTest(db, ALL_PARTNERS, codes, testId, { limit: 100_000 }),
      );
      return rows.sort((a, b) => a.office_id - b.office_id || a.phone_id - b.phone_id);
    },
    async test(testId) {
      const test = await findTest(db, ALL_PARTNERS, testId);
      if (test === null) throw new Error(`there is no test ${testId}`);
      return test;
    },
    async until(ask) {
      for (;;) {
        const { promise: changed, resolve: wake } = Promise.withResolvers<void>();
        recheck.add(wake);
        try {
          const answer = await ask();
          if (answer !== false && answer !== null) return answer;
          await changed;
        } finally {
          recheck.delete(wake);
        }
      }
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.stop(500)));
      await engineApi.stop();
      await listener.close();
      await closeDatabase(indexOnlyPool);
      await drop();
    },
  };
}
