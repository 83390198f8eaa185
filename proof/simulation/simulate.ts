/**
 * One simulated day or two out of a seed: an operator, two workers that die at random, a carrier that says things late and
 * twice, and a clock that jumps. The steps are the engine's own, on a real database; which comes next, when a process
 * dies and what the carrier says are drawn from the seed, so that a failing one can be run again.
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
import { type CarrierWorld, createCarrierWorld, type Saying } from './carrier-world.ts';
import { Crash, createCrashingDatabase } from './crashing-database.ts';
import { judge } from './judge.ts';
import { createOperator } from './operator.ts';
import { type Safeguard, withoutSafeguard } from './safeguards.ts';

export interface SimulatedPlace {
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
/** Ten minutes each, or up to the next due instant: more than that many tests and two deadlines need. */
const MOST_ROUNDS = 60;
/** The nights of the two changes of the clocks: 2027-03-13 17:00 and 2027-11-06 17:00 in Los Angeles. */
export const STARTS = [Date.parse('2027-03-14T01:00:00Z'), Date.parse('2027-11-07T00:00:00Z')] as const;
const THROTTLED = { kind: 'deferred', retryAfterMs: 1_000, reason: 'throttled' } as const;

/**
 * Runs one seed.
 * @param without a safeguard that is left out, to see that its lack is noticed
 * @returns what was broken, in sentences; none when every promise was kept
 */
export async function simulate(place: SimulatedPlace, seed: number, without?: Safeguard): Promise<string[]> {
  const random = createRandom(seed);
  const world = await createSimulation(place, random, { start: STARTS[seed % 2] as number, without });
  const faults: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await world.step(faults);
    await world.watch(faults);
  }
  await world.settle(faults);
  faults.push(...(await judge(place.db, world.operator.promised, world.carrier.written)));
  return faults;
}

async function createSimulation(
  place: SimulatedPlace,
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
    place.db,
  );
  let now = start;
  let calm = false;
  const clock: Clock = { now: () => now, after: () => () => undefined, sleep: () => Promise.resolve() };
  const fates = random.fork('fates');
  const db = createCrashingDatabase(withoutSafeguard(place.db, without), {
    next() {
      const fate = fates.next();
      if (calm || fate > 0.12) return 'live';
      return fate < 0.06 ? 'die before commit' : 'die after commit';
    },
  });
  const { codes } = place;
  const deps = { db, codes, clock, log: silentLog, deadlineMs: DEADLINE_MS };
  const engineApi = createEngineApi({ ...deps, db: place.db });
  const operator = createOperator({ ...place, random: random.fork('operator'), engineApi, now: () => now });
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

  /** As a restored backup or a clock gone mad would: a test is due again at an instant that has had its run. */
  async function setBack(): Promise<void> {
    await sql`
      update tests t set next_due = r.due_at from runs r
      where r.test_id = t.id and t.next_due is not null and t.test_type = 'RECURRING' and r.due_at <= ${sqlTime(now)}
        and r.id = (select max(l.id) from runs l where l.test_id = t.id)`.execute(place.db);
    // At once: to an operator who stops the test now it would look as if those runs had not been.
    while ((await startDueBatch({ ...deps, db: place.db })) !== null);
  }

  /** The protocol of the pump: the claim is committed, then the message is written, then the answer is noted, perhaps late. */
  async function dispatch(): Promise<number> {
    const claim = {
      gatewayId: place.gatewayId,
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
        : await claimAndSubmit(place.db);
    worker.answers.push(...evidence);
    // Some answers come when the phone has said more than the carrier, or when the lease has ended.
    if (calm || dice.next() < 0.4) await noteAnswers();
    else for (let words = Math.floor(dice.next() * 4); words > 0; words -= 1) await hear();
    return evidence.length;
  }

  function submit(message: ClaimedMessage): OutcomeEvidence {
    if (!calm && dice.next() < 0.04) throw new Crash('between claim and write');
    const outcome = !calm && dice.next() < 0.08 ? THROTTLED : carrier.submit(message, now);
    const { id, createdAt, attempt } = message;
    const { gatewayId } = place;
    return { kind: 'outcome', key: { id, createdAt }, gatewayId, attempt, outcome, claimed: message };
  }

  /** In one batch with a receipt now and then: the usual way writes both at once. */
  async function noteAnswers(): Promise<void> {
    const { answers, tally } = worker;
    if (answers.length === 0) return;
    const said = dice.next() < 0.5 ? carrier.takeReceipt() : null;
    const receipts = said === null ? [] : [receiptOf(place.gatewayId, said, now)];
    const { answered } = await transact(deps, (tx) =>
      recordEvidence(tx, [...answers, ...receipts], now, tally),
    );
    tally.forget(answered);
    answers.length = 0;
  }

  async function hear(): Promise<void> {
    const saying = carrier.take();
    if (saying !== null) await tell(deps, place.gatewayId, saying, now);
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
    [3, () => operator.act(place.db)],
    [5, () => begin(startDueBatch)],
    [1, () => begin(startWaitingBatch)],
    [1, setBack],
    [2, beginWaiting],
    [6, async () => void (await dispatch())],
    [3, noteAnswers],
    [6, hear],
    [3, sweep],
    [4, async () => void (now += jumps[Math.floor(dice.next() ** 2 * jumps.length)] ?? 0)],
    [3, async () => void (now = Math.max(now, (await findNextDue(place.db, now)) ?? 0))],
  ];
  const weight = steps.reduce((sum, [each]) => sum + each, 0);

  return {
    operator,
    carrier: carrier as CarrierWorld,
    /** Does one thing, which may end in a death. */
    async step(faults: string[]): Promise<void> {
      let left = dice.next() * weight;
      const [, run] = steps.find(([each]) => (left -= each) < 0) ?? steps[0] ?? [0, sweep];
      if (await survive(run, faults)) return;
      // What a process had in mind dies with it.
      worker = createWorker();
    },
    /** The status of a message only ever moves forward (promise 5). */
    async watch(faults: string[]): Promise<void> {
      const rows = await place.db.selectFrom('messages').select(['id', 'status']).execute();
      for (const { id, status } of rows) {
        if (status < (seen.get(id) ?? 0)) faults.push(`promise 5: message ${id} went back to ${status}`);
        seen.set(id, status);
      }
    },
    /** Nobody dies any more, everything is said, and time goes on until nothing is left to be done. */
    async settle(faults: string[]): Promise<void> {
      calm = true;
      await operator.stopAll(place.db);
      for (let round = 0; round < MOST_ROUNDS && (round === 0 || (await isOpen(place.db))); round += 1) {
        await survive(() => begin(startDueBatch), faults);
        await survive(() => begin(startWaitingBatch), faults);
        await survive(beginWaiting, faults);
        await survive(async () => {
          while ((await dispatch()) > 0);
          await noteAnswers();
        }, faults);
        while (carrier.left > 0) await survive(hear, faults);
        await survive(sweep, faults);
        now = Math.max(now + 10 * 60_000, (await findNextDue(place.db, now)) ?? 0);
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

/** @returns whether the process lives on */
async function survive(run: () => Promise<void>, faults: string[]): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Crash) return false;
    faults.push(`an error that was no death: ${String(error)}`);
  }
  return true;
}

function receiptOf(
  gatewayId: number,
  { providerId, recipient, state }: Saying & { kind: 'receipt' },
  at: number,
): ReceiptEvidence {
  const idVariants = [providerId];
  return {
    kind: 'receipt',
    receipt: { gatewayId, providerId, idVariants, recipient, state, error: null, at, raw: '' },
  };
}

async function tell(
  deps: { db: Database; codes: MessageCodes; clock: Clock },
  gatewayId: number,
  saying: Saying,
  at: number,
): Promise<void> {
  if (saying.kind === 'receipt') {
    await transact(deps, (tx) => recordEvidence(tx, [receiptOf(gatewayId, saying, at)], at));
    return;
  }
  const { code: messageCode, text } = saying;
  const arrival = { inbox: 'native', phoneId: null, messageCode, text, sender: null, stated: null };
  await recordArrivals(deps, deps.codes, [{ arrival, at }], at);
}
