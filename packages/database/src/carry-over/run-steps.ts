/**
 * Runs the steps that carry rows of earlier versions over, after the migrations. Any number of processes may start at
 * once: one runs the steps, the others wait until it is done.
 *
 * The lock belongs to the session in which the steps themselves work. A process that is killed loses it only when
 * PostgreSQL has ended its session, and with it whatever statement was still running: a successor never runs a step
 * beside a leftover of its predecessor.
 */
import type { Clock } from '@textprobe/domain/clock';
import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import type { Log } from '../log.ts';
import type { CarryOverStep } from './carry-over-step.ts';
import { carryOverSteps } from './steps.ts';

const LOCK = sql`hashtext('textprobe carry-over')`;
const WAIT_MS = 250;
const REPORT_EVERY_MS = 5_000;

/** @param deps.db needs two connections, and has no statement timeout */
interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs what has not been done yet. Killed, it is resumed by the next call.
 * @returns the names of the steps that were done now
 */
export async function runCarryOver(
  deps: Deps,
  steps: readonly CarryOverStep[] = carryOverSteps,
): Promise<string[]> {
  return deps.db.connection().execute((session) => runCarryOverIn(session, deps, steps));
}

/** The same in a session that the caller may end meanwhile. @param session outside any transaction */
export async function runCarryOverIn(
  session: Database,
  deps: Pick<Deps, 'clock' | 'log'>,
  steps: readonly CarryOverStep[],
): Promise<string[]> {
  if ((await findLeft(session, steps)).length === 0) return [];
  await takeLock(session, deps);
  try {
    // What another process has not done meanwhile.
    const left = await findLeft(session, steps);
    for (const step of left) await runStep(session, deps, step);
    return left.map(({ name }) => name);
  } finally {
    // Of a session that was lost there is none to release.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(session).catch(() => undefined);
  }
}

/**
 * Asks again and again instead of waiting in the database: a statement that waits there holds a snapshot, for which
 * `create index concurrently` in turn would wait.
 */
async function takeLock(session: Database, { clock, log }: Pick<Deps, 'clock' | 'log'>): Promise<void> {
  for (let told = false; ; told = true) {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(
      session,
    );
    if (rows[0]?.taken === true) return;
    if (!told) log.info({}, 'waiting for another process that updates the rows of an earlier version');
    await clock.sleep(WAIT_MS);
  }
}

/** Those that are not recorded as done, in their order. */
async function findLeft(session: Database, steps: readonly CarryOverStep[]): Promise<CarryOverStep[]> {
  const rows = await session.selectFrom('carry_over_steps').select('name').execute();
  const done = new Set(rows.map(({ name }) => name));
  return steps.filter(({ name }) => !done.has(name));
}

async function runStep(
  session: Database,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  step: CarryOverStep,
): Promise<void> {
  const begun = clock.now();
  let reported = begun;
  await step.run({
    session,
    clock,
    log,
    progress(done, total) {
      if (clock.now() - reported < REPORT_EVERY_MS) return;
      reported = clock.now();
      log.info({ step: step.name, done, total }, 'updating the rows of an earlier version');
    },
  });
  const now = clock.now();
  await session
    .insertInto('carry_over_steps')
    .values({ name: step.name, done_at: sqlTime(now) })
    .execute();
  if (now - begun > REPORT_EVERY_MS) {
    log.info({ step: step.name, ms: now - begun }, 'the rows of an earlier version are up to date');
  }
}
