/** Phones' signs of life, since when somebody listens to them, and the messages that an absent phone could not confirm. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table phone_health (
     phone_id integer primary key references test_phones on delete cascade,
     heard_at timestamptz not null,
     pinged_at timestamptz,
     ping_streak smallint not null default 0,
     regular_at timestamptz,
     battery real,
     charging boolean,
     network text,
     source text not null,
     absent_from timestamptz,
     absent_until timestamptz)`,
  `comment on table phone_health is 'written at most once in some seconds a phone: heard_at may be that much behind'`,
  `comment on column phone_health.ping_streak is 'pings so far of which each came soon after the one before; counted to 3'`,
  `comment on column phone_health.regular_at is 'the last ping of a streak of 3: without it nobody can tell when one is missing'`,
  `comment on column phone_health.battery is 'from 0 to 1; with charging and network as the last ping said'`,
  `comment on column phone_health.source is 'the inbox that was told of the last sign'`,
  `comment on column phone_health.absent_from is 'with absent_until the last time that it was silent for so long that it counted as offline'`,

  `create table handset_watch (
     only_row boolean primary key default true check (only_row),
     listening_since timestamptz not null,
     listening_until timestamptz not null)`,
  `comment on table handset_watch is 'an edge that listens moves listening_until on; silence of a phone at other times says nothing'`,

  `alter table messages
     add column handset_offline boolean not null default false,
     add column handset_heard_at timestamptz`,
  `comment on column messages.handset_offline is 'its deadline found the phone absent: no failure of the route'`,
  `comment on column messages.handset_heard_at is 'with handset_offline: the phone''s last sign of life before that'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
