/** Checks which promises (docs/promises.md) a finished simulation has broken. */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@textprobe/database/core/connection';
import { readMessageTimeline } from '@textprobe/database/message-log/message-timeline';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { messageCounts } from '@textprobe/database/runs/run-closing';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { replayEvidence } from '@textprobe/domain/evidence-replay';
import { occurrencesAfter } from '@textprobe/domain/recurrence';
import { recurrenceRuleFromWire } from '@textprobe/domain/recurrence-rule';
import { sql } from 'kysely';
import type { Promised } from './operator.ts';

/** @returns a sentence for each violation */
export async function judge(
  db: Database,
  promised: ReadonlyMap<number, Promised>,
  written: ReadonlyMap<number, number>,
): Promise<string[]> {
  const faults: string[] = [];
  const tests = await db.selectFrom('tests').selectAll().execute();
  const runs = await db.selectFrom('runs').selectAll().execute();
  const messages = await db.selectFrom('messages').selectAll().execute();

  for (const test of tests) {
    const promise = promised.get(test.id);
    if (promise === undefined) continue;
    const dues = runs.filter((run) => run.test_id === test.id).map((run) => run.due_at);
    for (const due of expectedDues(promise)) {
      const times = dues.filter((at) => at === due).length;
      if (times !== 1)
        faults.push(`promise 2: test ${test.id} has ${times} runs for ${new Date(due).toISOString()}`);
    }
    const unexpected = dues.find((at) => promise.kind === 'recurring' && at >= promise.until);
    if (unexpected !== undefined) faults.push(`promise 2: test ${test.id} ran after it was stopped`);
    if (test.next_due !== null) faults.push(`promise 4: test ${test.id} is still due`);
    if (test.execution_status === 'EXECUTING') faults.push(`promise 4: test ${test.id} is still EXECUTING`);
  }
  for (const run of runs) {
    if (run.closed_at === null) faults.push(`promise 4: run ${run.id} (${run.status}) is not closed`);
    const own = messages.filter((message) => message.run_id === run.id);
    if (own.length !== run.message_total) {
      faults.push(`run ${run.id} has ${own.length} messages instead of ${run.message_total}`);
    }
    const pairs = new Set(own.map((message) => `${message.office_id}/${message.phone_id}`));
    if (pairs.size !== own.length) faults.push(`run ${run.id} has a message twice`);
  }
  for (const message of messages) {
    if (message.settled_at === null) faults.push(`promise 4: message ${message.id} is not settled`);
    const { items } = await readMessageTimeline(db, ALL_PARTNERS, message);
    const claims = items.filter(({ kind }) => kind === 'claimed').length;
    if (claims !== message.attempts) {
      faults.push(
        `message ${message.id} was claimed ${message.attempts} times, but its timeline has ${claims} claims`,
      );
    }
    const stored = toLedgers(message);
    const evidence = items.flatMap(({ fact }) => fact ?? []);
    if (!isDeepStrictEqual(replayEvidence(stored, evidence).ledgers, stored)) {
      faults.push(`replaying the evidence of message ${message.id} does not give its stored state`);
    }
  }
  for (const [id, times] of written) {
    if (times > 1) faults.push(`promise 3: message ${id} was submitted ${times} times`);
  }
  faults.push(...(await judgeInFlight(db)), ...(await judgeCounts(db)));
  if ((await countRollupFaults(db)) > 0) faults.push('the rollups differ from a recount');
  return faults;
}

/** Once everything is settled, nothing is waiting and no claim is left. */
async function judgeInFlight(db: Database): Promise<string[]> {
  const { rows } = await sql<{ waiting: number; claims: number }>`
    select (select count(*)::int4 from chunks where waiting) as waiting, (select count(*)::int4 from claims) as claims`.execute(
    db,
  );
  const { waiting = 0, claims = 0 } = rows[0] ?? {};
  return waiting + claims === 0
    ? []
    : [`promise 4: settled messages leave ${waiting} waiting chunks and ${claims} claims`];
}

/** The counts of each run plus its pending deltas must equal a recount of its messages. */
async function judgeCounts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from runs r
    cross join lateral (
      select coalesce(sum(settled), 0) as settled, coalesce(sum(received), 0) as received, coalesce(sum(known), 0) as known,
        coalesce(sum(offline), 0) as offline, coalesce(sum(not_sent), 0) as not_sent,
        coalesce(sum(unaltered), 0) as unaltered, coalesce(sum(compared), 0) as compared
      from run_deltas d where d.run_id = r.id) d
    cross join lateral (select ${messageCounts} from messages m where m.run_id = r.id) c
    where (r.messages_settled + d.settled, r.messages_received + d.received, r.messages_known + d.known,
        r.messages_offline + d.offline, r.messages_not_sent + d.not_sent, r.messages_unaltered + d.unaltered,
        r.messages_compared + d.compared)
      is distinct from (c.settled, c.received, c.known, c.offline, c."notSent", c.unaltered, c.compared)`.execute(
    db,
  );
  return rows.map(({ id }) => `the counts of run ${id} differ from its messages`);
}

/** The due instants of the promise, from the recurrence rules alone. */
function expectedDues(promise: Promised): number[] {
  if (promise.kind === 'once') return [promise.dueAt];
  const dues: number[] = [];
  for (const { dueAt } of occurrencesAfter(recurrenceRuleFromWire(promise.rule), promise.from)) {
    if (dueAt >= promise.until) break;
    dues.push(dueAt);
    if (dues.length > 400) throw new Error('a recurrence that was never stopped');
  }
  return dues;
}
