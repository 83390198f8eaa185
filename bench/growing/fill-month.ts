/** Fills the current month with final messages, including their parts and chunks. */
import type { Client } from 'pg';

/** Messages per statement. */
const BLOCK = 250_000;
/** Messages per run, which is one chunk. */
const RUN = 50;

/**
 * Fills up to `wanted` messages. Ids are allocated like the program's; their tests and runs do not exist.
 * @param onProgress called with the number of messages after each eight blocks
 */
export async function fillMonth(
  database: Client,
  wanted: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const { rows } = await database.query<{ existing: number }>(
    `select count(*)::int as existing from messages where run_id >= ${FIRST_RUN}`,
  );
  let done = rows[0]?.existing ?? 0;
  if (done >= wanted) return;
  while (done < wanted) {
    const count = Math.min(BLOCK, wanted - done);
    await addBlock(database, done, count);
    done += count;
    if (done % (BLOCK * 8) === 0) onProgress(done);
  }
  await database.query('vacuum (analyze) messages, submission_parts, chunks');
  await database.query('checkpoint');
}

/** Above the ids that the rounds create. */
const FIRST_RUN = 1_000_000_000;
const FIRST_TEST = 1_000_000_000;

async function addBlock(database: Client, done: number, count: number): Promise<void> {
  await database.query('begin');
  const { rows } = await database.query<{ first: string }>('select next_message_ids($1) as first', [count]);
  const first = Number(rows[0]?.first);
  // One run every 0.1 s, from the start of the month.
  await database.query(
    `create temporary table drawn on commit drop as
     select $1::int8 + n as id, ${FIRST_RUN} + ($2::int8 + n) / ${RUN} as run,
       least(date_trunc('month', now()) + (($2::int8 + n) / ${RUN}) * interval '100 milliseconds', now()) as at
     from generate_series(0, $3::int8 - 1) n`,
    [first, done, count],
  );
  await database.query(
    `insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type,
       test_type, carrier, evidence, sender, recipient, submission_state, submitted_at, claimed_at, claimed_by, attempts,
       receipt_state, receipt_at, deadline_ms, expires_at, deadline_at, status, settled_at)
     select id, at, run, ${FIRST_TEST} + run % 1000, 1 + id % 200, 1 + id % 10000, 1 + id % 500, 1, 'SMS', 'IMMEDIATE', 'Verizon',
       'receipt', '+14155' || lpad((id % 1000000)::text, 6, '0'), '+12125' || lpad((id % 1000000)::text, 6, '0'), 5,
       at + interval '20 milliseconds', at, 'worker', 1, 3, at + interval '1 second', 900000, at + interval '1 hour',
       at + interval '15 minutes', 4, at + interval '1 second'
     from drawn order by id`,
  );
  await database.query(
    `insert into submission_parts (message_id, message_created_at, part, parts, gateway_id, provider_id, receipt_state,
       receipt_at, receipt_raw)
     select id, at, 1, 1, 1, 'ffff' || to_hex(id), 3, at + interval '1 second',
       'id:ffff' || to_hex(id) || ' sub:001 dlvrd:001 submit date:2611010000 done date:2611010000 stat:DELIVRD err:000 text:'
     from drawn order by id`,
  );
  await database.query(
    `insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
       next_id, waiting)
     select run, min(${FIRST_TEST} + run % 1000), 1, 1, min(at), 900000, min(at) + interval '1 hour', min(at), min(id), count(*),
       max(id) + 1, false
     from drawn group by run`,
  );
  await database.query('commit');
}
