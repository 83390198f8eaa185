/**
 * What reports for a phone: its open pairing, its keys and its sources. They end when the phone moves to another partner,
 * and when it or its partner is retired (PAIR-1, 4): otherwise they would keep rights that their makers have lost.
 */
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { isValid } from './handset-keys.ts';

/** Waits for changes of phones to end, and lets none begin until a new key or source is committed. */
export async function holdPhones(tx: Transaction): Promise<void> {
  await sql`lock table test_phones in row exclusive mode`.execute(tx);
}

/**
 * Ends the open pairings of these phones, and revokes their keys and sources for good. A source that also reports for
 * other phones loses only these.
 * @param phones a query of their ids
 * @param now epoch milliseconds
 */
export async function endReporters(tx: Transaction, phones: RawBuilder<unknown>, now: number): Promise<void> {
  // Waits for whatever holds the phones: what it makes is ended as well.
  await sql`lock table test_phones in share row exclusive mode`.execute(tx);
  const isElsewhere = (source: string) => sql`exists (
    select from handset_source_phones other where other.source_id = ${sql.ref(source)}
      and other.phone_id not in (select id from phones))`;
  await sql`
    with phones as (${phones}),
    ended as (
      update pairings set ended_at = ${sqlTime(now)}
      where phone_id in (select id from phones) and confirmed_at is null and ended_at is null),
    keys as (
      update handset_keys set revoked_at = ${sqlTime(now)}
      where phone_id in (select id from phones) and ${isValid(now)}),
    unmapped as (
      delete from handset_source_phones m
      where m.phone_id in (select id from phones) and ${isElsewhere('m.source_id')})
    update handset_sources s set revoked_at = ${sqlTime(now)}
    where s.revoked_at is null and not ${isElsewhere('s.id')}
      and s.id in (select source_id from handset_source_phones where phone_id in (select id from phones))`.execute(
    tx,
  );
}
