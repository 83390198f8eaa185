/** Gateways: settings stored in the database with their sealed secrets, and the state that a gateway's workers share. */
export const gatewayTables: readonly string[] = [
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
  // Versions continue if a gateway is removed and another is created with its name: workers must see the difference.
  `create sequence gateway_versions as integer`,

  `create table gateway_accounts (
     account text not null,
     gateway_id integer not null references gateways,
     is_current boolean not null,
     primary key (account, gateway_id))`,
  `comment on column gateway_accounts.account is 'host, port and system id; of a Messages API base URL and account SID'`,
  `comment on column gateway_accounts.is_current is 'false: the settings of the gateway named it earlier; receipts may still come'`,

  `create table gateway_links (
     gateway_id integer not null references gateways,
     worker_id text not null,
     link text not null check (link in ('up', 'down', 'stopped')),
     since timestamptz not null,
     reason text,
     told_at timestamptz not null,
     settings text,
     primary key (gateway_id, worker_id))`,
  `comment on column gateway_links.told_at is 'a worker that has not told for a while is gone, and its links with it'`,
  `comment on column gateway_links.settings is 'names the settings that the worker opened the gateway with; workers with the same ones share the carrier''s bind limit'`,

  `create table gateway_paces (
     gateway_id integer primary key references gateways on delete cascade,
     next_at timestamptz not null)`,
  `comment on column gateway_paces.next_at is 'the next instant to submit at that no worker has taken, by the database''s clock; a row only for gateways with a throughput'`,

  `create table gateway_id_spellings (
     gateway_id integer primary key,
     answers_lettered boolean not null,
     answers_plain text[] not null,
     receipts_lettered boolean not null,
     receipts_plain text[] not null)`,
  `comment on table gateway_id_spellings is 'whether answers and receipts have had ids with hex letters, and the different ids without any since then'`,
];
