/** OPS-6: one of many workers runs the sweeps, and another takes over when it stops, dies or is paused. */
import { fileURLToPath } from 'node:url';
import { readLeader } from '@textprobe/database/leaders/lease';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { leadNow } from './testing/sweep-deps.ts';
import { createWorld, type World } from './testing/world.ts';

/** Without a notification a follower checks the lease only after a fifth of this. */
const LONG_LEASE_MS = 600_000;
/** Enough for the default lease of five seconds, one check a second, and a busy machine. */
const TAKEOVER_MS = 10_000;

let world: World;
let child: Child | undefined;
afterEach(async () => {
  await child?.end('SIGKILL');
  await world.close();
});

const start = (leaderLeaseMs?: number) =>
  world.startEngine(createFakeGateway(), leaderLeaseMs === undefined ? {} : { leaderLeaseMs });

const holder = async () => (await readLeader(world.db, 'sweeps')).holder;

const leaseNow = () =>
  world.db.selectFrom('leaders').selectAll().where('name', '=', 'sweeps').executeTakeFirstOrThrow();

const token = async () => (await leaseNow()).fence;

/** Work for the leader only: a run whose worker is gone. */
async function untilSwept(): Promise<void> {
  const testId = await world.createTest({ scheduledAt: world.clock.now() + 3_600_000 });
  await sql`insert into runs (test_id, due_at, created_at, deadline_ms, message_total, status)
    values (${testId}, now(), now() - interval '1 minute', 900000, 1, 'EXECUTING')`.execute(world.db);
  await world.until(async () => (await world.messagesOf(testId)).length === 1);
}

test('OPS-6 one of several workers leads; if it stops gracefully, another takes over at once', async () => {
  world = await createWorld();
  const engines: Engine[] = [];
  for (let count = 0; count < 4; count += 1) engines.push(await start(LONG_LEASE_MS));
  await expect.poll(holder).not.toBeNull();
  for (let round = 1; round < 4; round += 1) {
    const leader = await holder();
    expect(await token()).toBe(round);
    await untilSwept();
    await engines[Number(leader?.slice(-1)) - 1]?.stop(0);
    await expect.poll(holder).not.toBeNull();
    expect(await holder()).not.toBe(leader);
  }
  await untilSwept();
  expect(await token()).toBe(4);
});

test('OPS-6 a worker takes over from a killed leader without waiting for the lease to expire', async () => {
  world = await createWorld();
  await startChild(LONG_LEASE_MS);
  await start();
  expect(await holder()).toMatch(/^soak-/);
  await child?.end('SIGKILL');
  await expect.poll(holder, { timeout: TAKEOVER_MS }).toBe('worker-1');
  expect(await token()).toBe(2);
  await untilSwept();
});

test('OPS-6 a paused leader keeps its lease until it expires, then finds another leader and follows it', async () => {
  world = await createWorld();
  await startChild();
  const engine = await start();
  child?.process.kill('SIGSTOP');
  // Its last renewal may still be in progress; the last one counts.
  let expiry = 0;
  await expect
    .poll(
      async () => {
        const lease = await leaseNow();
        if (lease.holder !== 'worker-1') expiry = lease.lease_until;
        return lease.holder;
      },
      { timeout: TAKEOVER_MS },
    )
    .toBe('worker-1');
  expect((await leaseNow()).held_since).toBeGreaterThanOrEqual(expiry);
  child?.process.kill('SIGCONT');
  await untilSwept();
  expect([await holder(), await token()]).toEqual(['worker-1', 2]);
  await engine.stop(0);
  await expect.poll(holder, { timeout: TAKEOVER_MS }).toMatch(/^soak-/);
  await untilSwept();
});

test('OPS-6 without a leader, messages are sent, receipts find them, and their runs are closed', async () => {
  world = await createWorld({ evidence: 'receipt' });
  await leadNow(world.db);
  const gateway = createFakeGateway();
  await world.startEngine(gateway, { leaderLeaseMs: LONG_LEASE_MS });
  const testId = await world.createTest();
  const isAccepted = async () => {
    const [message] = await world.messagesOf(testId);
    return message !== undefined && message.submitted_at !== null;
  };
  await world.until(isAccepted);
  await gateway.sendReceipt({ providerId: 'fake-1', state: 'delivered' });
  await world.until(async () => (await world.test(testId)).execution_status === 'DELIVERED');
  expect(await holder()).toBe('test');
});

async function startChild(leaderLeaseMs?: number): Promise<void> {
  const program = fileURLToPath(new URL('./testing/soak-worker.ts', import.meta.url));
  const options = [world.gatewayId, leaderLeaseMs].filter((option) => option !== undefined).map(String);
  child = startScript(program, [world.url, ...options]);
  await child.said(/working/u);
  await expect.poll(holder).toMatch(/^soak-/);
}
