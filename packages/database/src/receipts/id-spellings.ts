/** How each gateway's carrier spells message ids: shared by all processes and kept across restarts. */
import { DECIMAL_AFTER, NO_SPELLINGS, type SpellingsSeen } from '@textprobe/domain/message-id-spelling';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import type { Schema } from '../schema/schema.ts';

export interface KnownSpellings {
  readonly own: SpellingsSeen;
  /** Those of the other gateways on its account. */
  readonly others: readonly SpellingsSeen[];
}

/** By gateway; missing if nothing is known for any gateway of its account. */
export async function readIdSpellings(
  tx: Transaction,
  gatewayIds: readonly number[],
): Promise<Map<number, KnownSpellings>> {
  const { rows } = await sql<Selectable<Schema['gateway_id_spellings']> & { wanted: number }>`
    select w.id as wanted, s.*
    from unnest(${gatewayIds}::int4[]) w (id)
    cross join lateral (
      select w.id as gateway_id union
      select other.gateway_id from gateway_accounts own join gateway_accounts other using (account)
      where own.gateway_id = w.id and own.is_current and other.is_current) k
    join gateway_id_spellings s on s.gateway_id = k.gateway_id`.execute(tx);
  const known = new Map<number, KnownSpellings>();
  for (const row of rows) {
    const { own, others } = known.get(row.wanted) ?? { own: NO_SPELLINGS, others: [] };
    const seen: SpellingsSeen = {
      answers: { lettered: row.answers_lettered, plain: row.answers_plain },
      receipts: { lettered: row.receipts_lettered, plain: row.receipts_plain },
    };
    known.set(
      row.wanted,
      row.wanted === row.gateway_id ? { own: seen, others } : { own, others: [...others, seen] },
    );
  }
  return known;
}

/**
 * Merges what a transaction has seen into the stored state: processes learn at the same time, and none may undo what
 * another has learned. If the last writer won, a letter could be lost, or half of the ids that show that a carrier uses
 * decimals; if no more ids arrived, its receipts would stay unmatched. Locks the gateway's row until the end of the
 * transaction, so call it last.
 */
export async function keepIdSpellings(
  tx: Transaction,
  gatewayId: number,
  { answers, receipts }: SpellingsSeen,
): Promise<void> {
  await sql`
    insert into gateway_id_spellings as s (gateway_id, answers_lettered, answers_plain, receipts_lettered, receipts_plain)
    values (${gatewayId}, ${answers.lettered}, ${[...answers.plain]}::text[], ${receipts.lettered}, ${[...receipts.plain]}::text[])
    on conflict (gateway_id) do update set ${addedTo('answers')}, ${addedTo('receipts')}`.execute(tx);
}

/** Merges as the domain's `seeIds` does: a letter ends the list of plain ids, and each id is stored once. */
function addedTo(side: 'answers' | 'receipts'): RawBuilder<unknown> {
  const lettered = sql.raw(`${side}_lettered`);
  const plain = sql.raw(`${side}_plain`);
  return sql`${lettered} = s.${lettered} or excluded.${lettered},
    ${plain} = case when excluded.${lettered} then excluded.${plain} else array(
      select id from unnest(s.${plain} || excluded.${plain}) with ordinality as p (id, place)
      group by id order by min(place) limit ${sql.lit(DECIMAL_AFTER)}) end`;
}
