/** Runs several tests at once and checks that each message exists once and was submitted once. */
import { machineTime, type Tally } from '../smsc/tally.ts';
import type { Stage } from '../stage.ts';

/** Tests created at once, so that their runs are spread over the workers. */
const TESTS = 4;
const PATIENCE_MS = 120_000;
/** Wait after the last receipt, so that any duplicate submission would have happened. */
const AFTERWARDS_MS = 500;
const LOOK_MS = 50;

/** Sends from every office to every phone, in several tests. @returns messages per second. @throws Error for a missing or duplicate message */
export async function sendOnce(
  { smsc, creator, ids, database }: Stage,
  { text, parts }: { readonly text: string; readonly parts: number },
): Promise<number> {
  const messages = ids.offices.length * ids.phones.length;
  const { done } = await smsc.expect(messages * parts, PATIENCE_MS);
  const startedAt = machineTime();
  // No office is in two tests, so sender and recipient identify a message.
  const each = Math.ceil(ids.offices.length / TESTS);
  const tests = await Promise.all(
    Array.from({ length: TESTS }, (_, index) =>
      creator.create({ ...ids, offices: ids.offices.slice(index * each, (index + 1) * each) }, text),
    ),
  );
  const { lastAcknowledgedAt } = await done;
  const testIds = tests.map(({ testId }) => testId);
  const settledAt = Math.max(lastAcknowledgedAt, await untilSettled(database, testIds, messages));
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
  checkTally(await smsc.readTally(), messages, parts);
  const { rows } = await database.query<{ made: number; pairs: number; ids: number }>(
    `select count(*)::int as made, count(distinct (office_id, phone_id))::int as pairs, count(distinct id)::int as ids
     from messages where test_id = any ($1::int4[])`,
    [testIds],
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (count !== messages) throw new Error(`${count} ${what}, expected ${messages}`);
  }
  const runs = await database.query('select 1 from runs where test_id = any ($1::int4[])', [testIds]);
  if (runs.rowCount !== TESTS) throw new Error(`${TESTS} tests have ${runs.rowCount} runs`);
  return messages / ((settledAt - startedAt) / 1_000);
}

/**
 * Waits until all messages are settled: a receipt that arrives before its answer is acknowledged first and matched a moment later.
 * @returns when the last message was settled; 0 if all were settled at the first check
 */
async function untilSettled(
  database: Stage['database'],
  testIds: readonly number[],
  messages: number,
): Promise<number> {
  const giveUpAt = machineTime() + PATIENCE_MS;
  for (let look = 1; ; look += 1) {
    const { rows } = await database.query<{ delivered: number }>(
      `select count(*) filter (where receipt_state = 3 and settled_at is not null)::int as delivered
       from messages where test_id = any ($1::int4[])`,
      [testIds],
    );
    const now = machineTime();
    if (rows[0]?.delivered === messages) return look === 1 ? 0 : now;
    if (now > giveUpAt) {
      const others = await describeOthers(database, testIds);
      throw new Error(
        `only ${rows[0]?.delivered} of ${messages} were delivered in time; the others: ${others}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The states of the messages that are not delivered. */
async function describeOthers(database: Stage['database'], testIds: readonly number[]): Promise<string> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int, status, submission_state, receipt_state, settled_at is not null as settled, submission_error
     from messages where test_id = any ($1::int4[]) and not (receipt_state = 3 and settled_at is not null)
     group by 2, 3, 4, 5, 6 order by 1 desc limit 10`,
    [testIds],
  );
  return JSON.stringify(rows);
}

function checkTally(tally: Tally, messages: number, parts: number): void {
  const wanted = messages * parts;
  if (tally.submissions !== wanted || tally.parts !== wanted || tally.codes !== messages) {
    throw new Error(
      `received ${tally.submissions} submissions of ${tally.parts} parts with ${tally.codes} codes, expected ${wanted} parts`,
    );
  }
}
