/** What each gateway's carrier has written as message ids: kept for all processes, and for their successors. */
import type { SpellingsSeen } from '@textprobe/domain/message-id-spelling';
import { sql } from 'kysely';
import type { Transaction } from '../connection.ts';

/** By gateway; one that nothing is known of is left out. */
export async function readIdSpellings(
  tx: Transaction,
  gatewayIds: readonly number[],
): Promise<Map<number, SpellingsSeen>> {
  const rows = await tx
    .selectFrom('gateway_id_spellings')
    .selectAll()
    .where('gateway_id', 'in', [...gatewayIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.gateway_id,
      {
        answers: { lettered: row.answers_lettered, plain: row.answers_plain },
        receipts: { lettered: row.receipts_lettered, plain: row.receipts_plain },
      },
    ]),
  );
}

/**
 * Locks the gateway's row until the end of the transaction, so it comes last. Of two processes that learned at once the
 * later wins, but for a letter, which is never unseen: what was lost is seen again with the next ids.
 */
export async function keepIdSpellings(
  tx: Transaction,
  gatewayId: number,
  { answers, receipts }: SpellingsSeen,
): Promise<void> {
  await sql`
    insert into gateway_id_spellings as s (gateway_id, answers_lettered, answers_plain, receipts_lettered, receipts_plain)
    values (${gatewayId}, ${answers.lettered}, ${[...answers.plain]}::text[], ${receipts.lettered}, ${[...receipts.plain]}::text[])
    on conflict (gateway_id) do update set
      answers_lettered = s.answers_lettered or excluded.answers_lettered, answers_plain = excluded.answers_plain,
      receipts_lettered = s.receipts_lettered or excluded.receipts_lettered, receipts_plain = excluded.receipts_plain`.execute(
    tx,
  );
}
