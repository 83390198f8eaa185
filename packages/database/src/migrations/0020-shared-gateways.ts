/**
 * What several workers share of one gateway: its rate, who is bound, and how long each claim holds. The expiry is
 * stored with the claim, because only the worker that made it knows how long its gateway may take.
 */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table gateway_paces (
     gateway_id integer primary key references gateways on delete cascade,
     next_at timestamptz not null)`,
  `comment on column gateway_paces.next_at is 'the next instant to submit at that no worker has taken, by the database''s clock; a row only for gateways with a throughput'`,

  `alter table gateway_links add column settings text`,
  `comment on column gateway_links.settings is 'names the settings that the worker opened the gateway with; workers with the same ones share the carrier''s bind limit'`,

  `alter table messages add column claim_expires_at timestamptz`,
  `comment on column messages.claim_expires_at is 'end of the lease while claimed; kept when the lease ended without an outcome, null once an outcome is known'`,
  // A minute is longer than the lease that any released version gave with the usual settings.
  `update messages set claim_expires_at = claimed_at + interval '1 minute' where submission_state = 1`,
  `drop index messages_claimed`,
  `create index messages_claimed on messages (claim_expires_at) where submission_state = 1`,

  `alter table message_events drop constraint message_events_kind_check`,
  `alter table message_events add constraint message_events_kind_check
     check (kind in ('given-back', 'accepted', 'rejected', 'unknown', 'lease-ended', 'expired', 'deadline'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
