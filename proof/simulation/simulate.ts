/**
 * Simulates a day or two from a seed: an operator, two workers that crash at random, a carrier that reports late and twice,
 * and a clock that jumps. The steps are the engine's own on a real database. Their order, the crashes and the carrier's
 * reports are drawn from the seed, so that a failure can be repeated.
 */
import { createRandom, type Random } from '@textprobe/carrier-lab/random';
import { type Database, sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { type ClaimedMessage, claimMessages } from '@textprobe/database/messages/message-claims';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { foldRollupDeltas } from '@textprobe/database/rollups/rollup-fold';
import { SUMS } from '@textprobe/database/rollups/rollup-tables';
import { SCOPED_TABLES } from '@textprobe/database/rollups/scoped-sums';
import { findNextDue } from '@textprobe/database/schedules/schedules';
import type { Clock } from '@textprobe/domain/clock';
import { createEngineApi } from '@textprobe/engine/api';
import { endStaleClaims } from '@textprobe/engine/dispatch/leases';
import { transact } from '@textprobe/engine/kit/transact';
import type { OutcomeEvidence, ReceiptEvidence } from '@textprobe/engine/receive/evidence';
import { recordEvidence } from '@textprobe/engine/receive/record-evidence';
import { rematchReceipts, rematchReceptions } from '@textprobe/engine/receive/unmatched';
import { closeFinishedRuns } from '@textprobe/engine/runs/close-runs';
import { type StartedBatch, startDueBatch, startWaitingBatch } from '@textprobe/engine/runs/due-tests';
import { beginNextRuns } from '@textprobe/engine/runs/expand-run';
import { createClaimTally } from '@textprobe/engine/settle/claim-tally';
import { endOverdue } from '@textprobe/engine/settle/deadlines';
import { recordArrivals } from '@textprobe/engine/testing/record-arrivals';
import { sql } from 'kysely';
import { type CarrierEvent, type CarrierWorld, createCarrierWorld } from './carrier-world.ts';
import { Crash, createCrashingDatabase } from './crashing-database.ts';
import { judge } from './judge.ts';
import { createOperator } from './operator.ts';
import { type Safeguard, withoutSafeguard } from './safeguards.ts';

export interface SimulationEnvironment {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly gatewayId: number;
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
}

const HOUR_MS = 3_600_000;
const LEASE_MS = 30_000;
const DEADLINE_MS = 15 * 60_000;
const STEPS = 60;
/** Rounds of ten minutes, or up to the next due instant: enough for all tests and two deadlines. */
const MAX_ROUNDS = 60;
/** The nights when daylight saving time starts and ends: 2027-03-13 17:00 and 2027-11-06 17:00 in Los Angeles. */
export const STARTS = [Date.parse('2027-03-14T01:00:00Z'), Date.parse('2027-11-07T00:00:00Z')] as const;
const THROTTLED = { kind: 'deferred', retryAfterMs: 1_000, reason: 'throttled' } as const;

/**
 * Runs one seed.
 * @param without a safeguard to disable, to show that this is detected
 * @returns the faults, as sentences; empty if every promise was kept
 */
export async function simulate(
  environment: SimulationEnvironment,
  seed: number,
  without?: Safeguard,
): Promise<string[]> {
  const random = createRandom(seed);
  const world = await createSimulation(environment, random, { start: STARTS[seed % 2] as number, without });
  const faults: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await world.step(faults);
    await world.watch(faults);
  }
  await world.settle(faults);
  faults.push(...(await judge(environment.db, world.operator.promised, world.carrier.written)));
  return faults;
}

async function createSimulation(
  environment: SimulationEnvironment,
  random: Random,
  { start, without }: { start: number; without: Safeguard | undefined },
) {
  const sums = [
    ...Object.values(SUMS).map(({ table }) => table),
    ...SCOPED_TABLES,
    'test_counts',
    'daily_test_counts',
  ];
  await sql`truncate tests, runs, messages, submission_parts, raw_receipts, receptions, message_events, rollup_deltas,
    chunks, claims, run_deltas, test_count_deltas, ${sql.join(sums.map((table) => sql.table(table)))} restart identity cascade`.execute(
    environment.db,
  );
  let now = start;
  let isCalm = false;
  const clock: Clock = { now: () => now, after: () => () => undefined, sleep: () => Promise.resolve() };
  const fates = random.fork('fates');
  const db = createCrashingDatabase(withoutSafeguard(environment.db, without), {
    next() {
      const roll = fates.next();
      if (isCalm || roll > 0.12) return 'live';
      return roll < 0.06 ? 'die before commit' : 'die after commit';
    },
  });
  const { codes } = environment;
  const deps = { db, codes, clock, log: silentLog, deadlineMs: DEADLINE_MS };
  const engineApi = createEngineApi({ ...deps, db: environment.db });
  const operator = createOperator({
    ...environment,
    random: random.fork('operator'),
    engineApi,
    now: () => now,
  });
  const carrier = createCarrierWorld(random.fork('carrier'));
  const dice = random.fork('steps');
  const seen = new Map<number, number>();
  const createWorker = () => ({ tally: createClaimTally(), answers: [] as OutcomeEvidence[] });
  let worker = createWorker();

  async function begin(next: (given: typeof deps) => Promise<StartedBatch | null>): Promise<void> {
    if ((await next(deps)) !== null) await beginWaiting();
  }

  async function beginWaiting(): Promise<void> {
    while ((await beginNextRuns(deps, { limit: 50 })).chunks.length > 0);
  }

  /** Makes a test due again at an instant that already had its run, as after restoring a backup or a clock error. */
  async function setBack(): Promise<void> {
    await sql`
      update tests t set next_due = r.due_at from runs r
      where r.test_id = t.id and t.next_due is not null and t.test_type = 'RECURRING' and r.due_at <= ${sqlTime(now)}
        and r.id = (select max(l.id) from runs l where l.test_id = t.id)`.execute(environment.db);
    // Right away: otherwise, to an operator who stops the test now, those runs would look as if they had not happened.
    while ((await startDueBatch({ ...deps, db: environment.db })) !== null);
  }

  /** Follows the dispatch protocol: commit the claim, write the message, record the response, perhaps late. */
  async function dispatch(): Promise<number> {
    const claim = {
      gatewayId: environment.gatewayId,
      limit: 1 + Math.floor(dice.next() * 10),
      workerId: 'w',
      now,
      leaseMs: LEASE_MS,
    };
    const claimAndSubmit = async (on: Database) => {
      const { messages } = await claimMessages(on, codes, claim);
      worker.tally.add(messages);
      return messages.map(submit);
    };
    const evidence =
      without === 'claim before write'
        ? await db.transaction().execute(claimAndSubmit)
        : await claimAndSubmit(environment.db);
    worker.answers.push(...evidence);
    // Some responses are recorded only after the phone has reported, or after the lease has expired.
    if (isCalm || dice.next() < 0.4) await recordAnswers();
    else for (let events = Math.floor(dice.next() * 4); events > 0; events -= 1) await deliverNextEvent();
    return evidence.length;
  }

  function submit(message: ClaimedMessage): OutcomeEvidence {
    if (!isCalm && dice.next() < 0.04) throw new Crash('between claim and write');
    const outcome = !isCalm && dice.next() < 0.08 ? THROTTLED : carrier.submit(message, now);
    const { id, createdAt, attempt } = message;
    const { gatewayId } = environment;
    return { kind: 'outcome', key: { id, createdAt }, gatewayId, attempt, outcome, claimed: message };
  }

  /** Sometimes in one batch with a receipt, which the fast path writes together. */
  async function recordAnswers(): Promise<void> {
    const { answers, tally } = worker;
    if (answers.length === 0) return;
    const receipt = dice.next() < 0.5 ? carrier.takeReceipt() : null;
    const receipts = receipt === null ? [] : [receiptOf(environment.gatewayId, receipt, now)];
    const { answered } = await transact(deps, (tx) =>
      recordEvidence(tx, [...answers, ...receipts], now, tally),
    );
    tally.forget(answered);
    answers.length = 0;
  }

  async function deliverNextEvent(): Promise<void> {
    const event = carrier.take();
    if (event !== null) await deliverEvent(deps, environment.gatewayId, event, now);
  }

  async function sweep(): Promise<void> {
    if (without !== 'lease') await endStaleClaims(deps);
    await endOverdue(deps);
    await rematchReceipts(deps);
    await rematchReceptions(deps);
    await closeFinishedRuns(deps, null);
    for (const kind of ['test sum', 'message sum'] as const) {
      await transact(deps, (tx) => foldRollupDeltas(tx, kind, { limit: 50, now }));
    }
  }

  const jumps = [1_000, 20_000, 4 * 60_000, HOUR_MS, 6 * HOUR_MS, 25 * HOUR_MS, -2 * HOUR_MS];
  const steps: readonly (readonly [number, () => Promise<void>])[] = [
    [3, () => operator.act(environment.db)],
    [5, () => begin(startDueBatch)],
    [1, () => begin(startWaitingBatch)],
    [1, setBack],
    [2, beginWaiting],
    [6, async () => void (await dispatch())],
    [3, recordAnswers],
    [6, deliverNextEvent],
    [3, sweep],
    [4, async () => void (now += jumps[Math.floor(dice.next() ** 2 * jumps.length)] ?? 0)],
    [3, async () => void (now = Math.max(now, (await findNextDue(environment.db, now)) ?? 0))],
  ];
  const weight = steps.reduce((sum, [each]) => sum + each, 0);

  return {
    operator,
    carrier: carrier as CarrierWorld,
    /** Takes one step, which may end in a crash. */
    async step(faults: string[]): Promise<void> {
      let left = dice.next() * weight;
      const [, run] = steps.find(([each]) => (left -= each) < 0) ?? steps[0] ?? [0, sweep];
      if (await runStep(run, faults)) return;
      // A crash loses the worker's memory.
      worker = createWorker();
    },
    /** Checks that the status of messages only moves forward (promise 5). */
    async watch(faults: string[]): Promise<void> {
      const rows = await environment.db.selectFrom('messages').select(['id', 'status']).execute();
      for (const { id, status } of rows) {
        if (status < (seen.get(id) ?? 0)) faults.push(`promise 5: message ${id} went back to ${status}`);
        seen.set(id, status);
      }
    },
    /** Stops the crashes, delivers all events, and advances time until nothing is left to do. */
    async settle(faults: string[]): Promise<void> {
      isCalm = true;
      await operator.stopAll(environment.db);
      for (let round = 0; round < MAX_ROUNDS && (round === 0 || (await isOpen(environment.db))); round += 1) {
        await runStep(() => begin(startDueBatch), faults);
        await runStep(() => begin(startWaitingBatch), faults);
        await runStep(beginWaiting, faults);
        await runStep(async () => {
          while ((await dispatch()) > 0);
          await recordAnswers();
        }, faults);
        while (carrier.remaining > 0) await runStep(deliverNextEvent, faults);
        await runStep(sweep, faults);
        now = Math.max(now + 10 * 60_000, (await findNextDue(environment.db, now)) ?? 0);
      }
      await this.watch(faults);
    },
  };
}

async function isOpen(db: Database): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select 1 from runs where closed_at is null) or exists (select 1 from tests where next_due is not null)
      or exists (select 1 from messages where settled_at is null) or exists (select 1 from claims) as open`.execute(
    db,
  );
  return rows[0]?.open ?? true;
}

/** @returns false if the process crashed */
async function runStep(run: () => Promise<void>, faults: string[]): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Crash) return false;
    faults.push(`an unexpected error: ${String(error)}`);
  }
  return true;
}

function receiptOf(
  gatewayId: number,
  { providerId, recipient, state }: CarrierEvent & { kind: 'receipt' },
  at: number,
): ReceiptEvidence {
  const idVariants = [providerId];
  return {
    kind: 'receipt',
    receipt: { gatewayId, providerId, idVariants, recipient, state, error: null, at, raw: '' },
  };
}

async function deliverEvent(
  deps: { db: Database; codes: MessageCodes; clock: Clock },
  gatewayId: number,
  event: CarrierEvent,
  at: number,
): Promise<void> {
  if (event.kind === 'receipt') {
    await transact(deps, (tx) => recordEvidence(tx, [receiptOf(gatewayId, event, at)], at));
    return;
  }
  const { code: messageCode, text } = event;
  const arrival = { inbox: 'native', phoneId: null, messageCode, text, sender: null, stated: null };
  await recordArrivals(deps, deps.codes, [{ arrival, at }], at);
}
