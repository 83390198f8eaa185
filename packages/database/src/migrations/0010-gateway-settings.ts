/** Gateways whose settings are in the database, their secrets sealed, beside those that the carriers file names. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table gateways
     add column source text not null default 'settings' check (source in ('settings', 'database')),
     add column wants_default boolean not null default false,
     add column wants_default_mms boolean not null default false,
     add column retired boolean not null default false`,
  `comment on column gateways.source is 'settings: of the carriers file or the lab; database: of gateway_settings'`,
  `comment on column gateways.wants_default is 'of those that want, one is: is_default. One of the database goes before one of the settings'`,
  `comment on column gateways.retired is 'no longer there; its row keeps its name for the messages it sent, until another takes it'`,
  `update gateways set wants_default = is_default, wants_default_mms = is_default_mms`,

  `create table gateway_settings (
     gateway_id integer primary key references gateways,
     version integer not null,
     settings jsonb not null,
     created_at timestamptz not null,
     updated_at timestamptz not null)`,
  `comment on column gateway_settings.version is 'grows with each change: workers open a gateway anew when it does'`,
  `comment on column gateway_settings.settings is 'all but the secrets'`,
  `create table gateway_secrets (
     gateway_id integer not null references gateways,
     name text not null,
     sealed bytea not null,
     set_at timestamptz not null,
     primary key (gateway_id, name))`,
  `comment on column gateway_secrets.sealed is 'see sealing.ts; about: gateway, id, name'`,
  // Versions go on where a gateway was taken away and one of the same name made: a worker must see the difference.
  `create sequence gateway_versions as integer`,

  `alter table offices add column gateway_pinned boolean not null default false`,
  `comment on column offices.gateway_pinned is 'the carriers file names it: nobody else may change its gateway'`,
  `update offices set gateway_pinned = true where gateway_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
