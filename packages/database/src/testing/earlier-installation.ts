/** An installation of the version before messages were carried by chunks, with messages of many months, made in SQL. */
import { type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import { migrations } from '../migrate.ts';
import { ensurePartitions } from '../month-partitions.ts';

const BEFORE = '0023-set-aside-again';
const MONTH_MS = 30 * 24 * 3_600_000;
/** Of one insert. */
const BATCH = 500_000;
const OFFICES = 200;
const PHONES = 50;

/** @throws Error, the fault of the migration its cause */
export async function migrateToEarlier(db: Database): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateTo(BEFORE);
  if (error !== undefined) throw new Error(`could not migrate to ${BEFORE}`, { cause: error });
}

/**
 * Fills an empty database of {@link migrateToEarlier} with messages that have ended, evenly over the months up to `now`: 94%
 * were received or delivered as sent, the others are all that has a marker.
 */
export async function fillEarlier(
  db: Database,
  of: { readonly messages: number; readonly months: number; readonly now: number },
): Promise<void> {
  const { messages, months, now } = of;
  for (let back = 0; back <= months; back += 1) await ensurePartitions(db, now - back * MONTH_MS);
  await fillDirectory(db);
  const from = now - months * MONTH_MS;
  const stepMs = (now - 3_600_000 - from) / messages;
  for (let first = 0; first < messages; first += BATCH) {
    const last = Math.min(first + BATCH, messages) - 1;
    await insertEnded(db, { first, last, from, stepMs });
  }
  await sql`vacuum (analyze)`.execute(db);
}

async function fillDirectory(db: Database): Promise<void> {
  const statements = [
    `insert into partners (name) select 'Partner ' || n from generate_series(1, 20) n`,
    `insert into clients (partner_id, name) select n, 'Client ' || n from generate_series(1, 20) n`,
    `insert into gateways (name, kind, is_default) values ('default', 'fake', true)`,
    `insert into offices (client_id, name, phone_number)
       select 1 + n % 20, 'Office ' || n, '+1415555' || lpad(n::text, 4, '0') from generate_series(1, ${OFFICES}) n`,
    `insert into test_phones (name, phone_number, carrier, evidence)
       select 'Phone ' || n, '+1212555' || lpad(n::text, 4, '0'), 'AT&T', 'receipt' from generate_series(1, ${PHONES}) n`,
    `insert into tests (test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, execution_status,
         created_at, updated_at)
       values ('IMMEDIATE', 'SMS', 'Hello', '{1}', '{1}', '{1}', '{1}', 'DELIVERED', '2026-01-01', '2026-01-01')`,
    `insert into runs (test_id, due_at, created_at, deadline_ms, message_total, messages_created, status, closed_at)
       values (1, '2026-01-01', '2026-01-01', 900000, 1, 1, 'DELIVERED', '2026-01-01')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** By the last digits of its number: how a message ended. */
const ENDINGS = `
  case when k < 20 then 3 when k < 25 then 2 when k < 300 then 4 else 5 end as status,
  case when k < 5 then 2 when k < 10 then 4 when k between 20 and 24 then 3 else 5 end as submission_state,
  case when k between 10 and 19 then 2 when k >= 25 then 3 else 0 end as receipt_state,
  case when k >= 300 then case k when 300 then 'unknown' when 301 then 'altered' when 302 then 'truncated'
    when 303 then 're-encoded' when 304 then 'joined wrongly' else case when k < 335 then 'equivalent' else 'identical' end end
  end as comparison,
  case when k >= 300 then case when k between 340 and 342 then 'altered' else 'identical' end end as sender_comparison`;

/** Its first character stands for the month, as `spellMessageCode` has it. */
function codeOf(at: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<string> {
  const month = sql`(extract(year from ${at}) * 12 + extract(month from ${at}) - 1 - 1970 * 12)::int4`;
  return sql<string>`substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ${month} % 32, 1) || lpad((${number})::text, 10, '0')`;
}

async function insertEnded(
  db: Database,
  of: { readonly first: number; readonly last: number; readonly from: number; readonly stepMs: number },
): Promise<void> {
  await sql`
    insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, code, sender, recipient, submission_state, submitted_at, claimed_at, claimed_by, attempts,
      next_attempt_at, receipt_state, receipt_at, received_at, comparison, sender_comparison, deadline_ms, deadline_at,
      deadline_passed, status, settled_at)
    select at, 1, 1, 1 + n % 20, 1 + n % ${sql.lit(OFFICES)}, 1 + n % ${sql.lit(PHONES)}, 1, 'SMS', 'IMMEDIATE', 'AT&T',
      'handset', ${codeOf(sql`at`, sql`n`)}, '+14155550001', '+12125550001', submission_state,
      case when submission_state in (3, 4, 5) and k <> 343 then at + interval '1 second' end,
      case when submission_state <> 2 then at + interval '0.9 seconds' end, 'the old worker', 1, at, receipt_state,
      case when receipt_state > 0 then at + interval '3 seconds' end,
      case when comparison is not null then at + interval '5 seconds' end, comparison, sender_comparison, 900000,
      at + interval '15 minutes', status in (2, 4), status, at + interval '15 minutes'
    from (
      select *, ${sql.raw(ENDINGS)}
      from (
        select n, (n * 7919) % 1000 as k, ${sqlTime(of.from)} + n * ${of.stepMs}::float8 * interval '1 millisecond' as at
        from generate_series(${of.first}::int8, ${of.last}::int8) n) numbered) ended`.execute(db);
}

/**
 * Adds a run of which the older version has left messages in each state in which they are in flight: of four consecutive
 * ones two wait, one is claimed, one awaits its receipt.
 * @returns the run's id
 */
export async function leaveRunInFlight(
  db: Database,
  of: { readonly messages: number; readonly now: number },
): Promise<number> {
  const { messages, now } = of;
  const at = sqlTime(now - 5_000);
  const { rows } = await sql<{ id: number }>`
    insert into runs (test_id, due_at, created_at, deadline_ms, message_total, messages_created, expires_at)
    values (1, ${at}, ${at}, 900000, ${messages}, ${messages}, ${sqlTime(now + 3_600_000)}) returning id`.execute(
    db,
  );
  const runId = rows[0]?.id ?? 0;
  await sql`
    insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, code, sender, recipient, submission_state, submitted_at, claimed_at, claimed_by, claim_expires_at,
      attempts, next_attempt_at, deadline_ms, deadline_at, expires_at, status)
    select ${at}, ${runId}::int8, 1, 1, 1, 1 + n % ${sql.lit(PHONES)}, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'receipt',
      ${codeOf(at, sql`1000000000 + ${runId}::int8 * 100000 + n`)}, '+14155550001', '+12125550001', case n % 4 when 2 then 1 when 3 then 5 else 0 end,
      case when n % 4 = 3 then ${at} end, case when n % 4 > 1 then ${at} end, case when n % 4 > 1 then 'the old worker' end,
      case when n % 4 = 2 then ${sqlTime(now + 20_000)} end, case when n % 4 > 1 then 1 else 0 end, ${at}, 900000,
      ${sqlTime(now + 890_000)}, ${sqlTime(now + 3_600_000)}, case when n % 4 = 3 then 1 else 0 end
    from generate_series(0, ${messages - 1}::int4) n`.execute(db);
  await sql`
    insert into submission_parts (message_id, message_created_at, part, parts, gateway_id, provider_id)
    select id, created_at, 1, 1, 1, 'old-' || id from messages
    where created_at = ${at} and run_id = ${runId}::int8 and submission_state = 5`.execute(db);
  return runId;
}
