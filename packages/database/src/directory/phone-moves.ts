/** Whether a phone may move to another partner: not while tests would still send to it from offices of others. */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';

/** Waits for tests that are being stored with phones of these numbers (`holdRecipients`); others wait until this commits. */
export async function holdMovingPhones(tx: Transaction, numbers: readonly string[]): Promise<void> {
  await sql`select from test_phones where phone_number = any (${numbers}::text[]) order by id for update`.execute(
    tx,
  );
}

export interface PhoneMove {
  readonly phoneId: number;
  /** Null: a partner that does not exist yet. */
  readonly partnerId: number | null;
}

/**
 * How many tests have yet to send to each phone from offices of partners that could not use it after its move: scheduled
 * and recurring ones, and those whose run is still creating messages. By phone id; phones without such tests are missing.
 */
export async function countOthersTests(
  tx: Transaction,
  moves: readonly PhoneMove[],
): Promise<ReadonlyMap<number, number>> {
  if (moves.length === 0) return new Map();
  const { rows } = await sql<{ phoneId: number; tests: number }>`
    select m.phone_id as "phoneId", count(*)::int4 as tests
    from ${rowsAsTable('m', moves, {
      phone_id: ['int4', ({ phoneId }) => phoneId],
      partner_id: ['int4', ({ partnerId }) => partnerId],
    })}
    join tests t on t.phone_ids @> array[m.phone_id]
    where (t.next_due is not null or exists (
        select from runs r where r.test_id = t.id and r.closed_at is null and r.messages_created < r.message_total))
      and exists (
        select from offices o join clients c on c.id = o.client_id
        where o.id = any (t.office_ids) and c.partner_id is distinct from m.partner_id
          and (t.pairs is null or exists (
            select from jsonb_array_elements(t.pairs) pair
            where (pair -> 0)::int4 = o.id and (pair -> 1)::int4 = m.phone_id)))
    group by m.phone_id`.execute(tx);
  return new Map(rows.map(({ phoneId, tests }) => [phoneId, tests]));
}

/** Why a phone cannot move, as sentences. */
export function othersTestsWords(tests: number): string {
  const [have, them] =
    tests === 1 ? ['1 test has', 'it'] : [`${tests.toLocaleString('en-US')} tests have`, 'them'];
  return `${have} yet to send to this phone from offices of other partners. Delete or end ${them} first, or leave the phone out of ${them}.`;
}
