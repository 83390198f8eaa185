import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { countBlocked } from '../testing/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Fence, StaleFenceError, underFence } from './fence.ts';
import { readLeader, releaseLease, renewLease, takeLease } from './lease.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await sql`create table written (by text)`.execute(database.db);
});
afterEach(() => database.drop());

const takeOver = (db: Database, holder: string) =>
  takeLease(db, { name: 'sweeps', holder, leaseMs: HOUR_MS });
const take = (holder: string) => takeOver(database.db, holder);

/** A process with its own session. `end` resolves once the server has closed it. */
async function openProcess() {
  const db = openDatabase({
    url: database.url,
    log: silentLog,
    applicationName: 'process',
    maxConnections: 1,
  });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const isOpen = sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`;
  return {
    db,
    async end() {
      await closeDatabase(db);
      await expect.poll(async () => (await isOpen.execute(database.db)).rows).toEqual([]);
    },
  };
}

async function mustTake(holder: string): Promise<Fence> {
  const fence = await take(holder);
  if (fence === null) throw new Error(`${holder} did not get the lease`);
  return fence;
}

const expire = () => sql`update leaders set lease_until = now() - interval '1 second'`.execute(database.db);

const write = (fence: Fence, by: string, whileOpen: () => Promise<unknown> = async () => {}) =>
  database.db.transaction().execute((tx) =>
    underFence(tx, fence, async () => {
      await sql`insert into written values (${by})`.execute(tx);
      await whileOpen();
    }),
  );

async function written(): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`select by from written order by by`.execute(database.db);
  return rows.map(({ by }) => by);
}

test('OPS-6 one of many simultaneous requests gets the lease, and no other request while it lasts', async () => {
  const holders = Array.from({ length: 9 }, (_, index) => `worker-${index}`);
  const fences = await Promise.all(holders.map(take));
  const leader = fences.findIndex((fence) => fence !== null);
  expect(fences.filter((fence) => fence !== null)).toEqual([{ name: 'sweeps', token: 1 }]);
  expect(await readLeader(database.db, 'sweeps')).toMatchObject({ holder: `worker-${leader}`, absentMs: 0 });
  expect(await take('late')).toBeNull();
});

test('OPS-6 the fencing token rises with each change of holder, and not with a renewal', async () => {
  const first = await mustTake('a');
  await expire();
  expect(await renewLease(database.db, first, HOUR_MS)).toBe(true);
  expect(await take('b')).toBeNull();
  await expire();
  const second = await mustTake('b');
  expect([first.token, second.token]).toEqual([1, 2]);
  expect(await renewLease(database.db, first, HOUR_MS)).toBe(false);
  // Nor can the former leader release a lease it no longer holds.
  await releaseLease(database.db, first);
  expect(await take('c')).toBeNull();
  await releaseLease(database.db, second);
  const { holder, heldMs, absentMs } = await readLeader(database.db, 'sweeps');
  expect([holder, heldMs, absentMs > 0]).toEqual([null, 0, true]);
  expect((await mustTake('c')).token).toBe(3);
});

test("OPS-6 once a leader's session has ended, one of many simultaneous requests gets the lease, before it expires", async () => {
  const killed = await openProcess();
  await takeOver(killed.db, 'killed');
  expect(await take('early')).toBeNull();
  await killed.end();
  const fences = await Promise.all(Array.from({ length: 9 }, (_, index) => take(`worker-${index}`)));
  expect(fences.filter((fence) => fence !== null)).toEqual([{ name: 'sweeps', token: 2 }]);
});

test('OPS-6 a leader that renews over another session keeps its lease when the former one ends', async () => {
  const former = await openProcess();
  const fence = await takeOver(former.db, 'a');
  if (fence === null) throw new Error('a did not get the lease');
  expect(await renewLease(database.db, fence, HOUR_MS)).toBe(true);
  await former.end();
  expect(await take('b')).toBeNull();
});

test('OPS-6 a leader whose session ended just before its renewal keeps its lease if the renewal comes first', async () => {
  const former = await openProcess();
  const fence = await takeOver(former.db, 'a');
  if (fence === null) throw new Error('a did not get the lease');
  await former.end();
  let next: Promise<Fence | null> | undefined;
  await database.db.transaction().execute(async (tx) => {
    expect(await renewLease(tx, fence, HOUR_MS)).toBe(true);
    // It sees the lease as free, and waits for the renewal to commit.
    next = take('b');
    await expect.poll(() => countBlocked(database.db)).toBe(1);
  });
  expect(await next).toBeNull();
  expect(await renewLease(database.db, fence, HOUR_MS)).toBe(true);
});

test('OPS-6 if sessions outlive a leader, like those of a pooler, its lease lasts until it expires', async () => {
  const pooler = await openProcess();
  await takeOver(pooler.db, 'dead');
  expect(await takeOver(pooler.db, 'next')).toBeNull();
  await expire();
  expect(await takeOver(pooler.db, 'next')).toEqual({ name: 'sweeps', token: 2 });
  await pooler.end();
});

test("OPS-6 a leader's writes are rolled back if another has taken the lease before the commit", async () => {
  const paused = await mustTake('paused');
  await write(paused, 'paused, before');
  const stale = write(paused, 'paused, after', async () => {
    await expire();
    const next = await mustTake('next');
    await write(next, 'next');
  });
  await expect(stale).rejects.toThrow(StaleFenceError);
  expect(await written()).toEqual(['next', 'paused, before']);
});

test('OPS-6 a checked transaction blocks a successor until its commit, but not its own renewal', async () => {
  const fence = await mustTake('a');
  let next: Promise<Fence | null> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await underFence(tx, fence, () => sql`insert into written values ('a')`.execute(tx));
    expect(await renewLease(database.db, fence, HOUR_MS)).toBe(true);
    await expire();
    next = take('b');
    await expect.poll(() => countBlocked(database.db)).toBe(1);
  });
  expect(await next).toEqual({ name: 'sweeps', token: 2 });
});

test('OPS-6 a leader loses an open transaction, so that its locks do not outlive its lease', async () => {
  const fence = await mustTake('a');
  await database.db.transaction().execute((tx) =>
    underFence(tx, fence, async () => {
      const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(tx);
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
    }),
  );
});

test('a sweep without work writes nothing, not even the check of its fence', async () => {
  const fence = await mustTake('a');
  await expire();
  await mustTake('b');
  const xid = await database.db.transaction().execute((tx) =>
    underFence(tx, fence, async () => {
      await sql`select from written`.execute(tx);
      return tx;
    }).then(async () => {
      const { rows } = await sql<{ xid: string | null }>`
        select pg_current_xact_id_if_assigned()::text as xid`.execute(tx);
      return rows[0]?.xid;
    }),
  );
  expect(xid).toBeNull();
});
