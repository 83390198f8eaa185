/** Gateways: settings stored in the database with their sealed secrets, and the state that a gateway's workers share. */
export const gatewayTables: readonly string[] = [
  `create table gateway_settings (
     gateway_id integer primary key references gateways,
     version integer not null,
     settings jsonb not null,
     created_at timestamptz not null,
     updated_at timestamptz not null)`,
  `comment on column gateway_settings.version is 'incremented on each change, upon which workers reopen the gateway'`,
  `comment on column gateway_settings.settings is 'without the secrets'`,

  `create table gateway_secrets (
     gateway_id integer not null references gateways,
     name text not null,
     sealed bytea not null,
     set_at timestamptz not null,
     primary key (gateway_id, name))`,
  `comment on column gateway_secrets.sealed is 'encrypted (sealing.ts), bound to the gateway''s id and the secret''s name'`,
  // Versions continue if a gateway is removed and another is created with its name: workers must see the difference.
  `create sequence gateway_versions as integer`,

  `create table gateway_accounts (
     account text not null,
     gateway_id integer not null references gateways,
     is_current boolean not null,
     primary key (account, gateway_id))`,
  `comment on column gateway_accounts.account is 'SMPP: host, port and system id; Messages API: base URL and account SID'`,
  `comment on column gateway_accounts.is_current is 'false: the gateway''s former settings named it, and receipts may still arrive'`,

  `create table gateway_links (
     gateway_id integer not null references gateways,
     worker_id text not null,
     link text not null check (link in ('up', 'down', 'stopped')),
     since timestamptz not null,
     reason text,
     reported_at timestamptz not null,
     settings text,
     primary key (gateway_id, worker_id))`,
  `comment on column gateway_links.reported_at is 'rows not renewed for a while belong to a dead worker and are ignored'`,
  `comment on column gateway_links.settings is 'identifies the settings with which the worker opened the gateway; workers with the same settings share the carrier''s bind limit'`,

  `create table gateway_paces (
     gateway_id integer primary key references gateways on delete cascade,
     next_at timestamptz not null)`,
  `comment on column gateway_paces.next_at is 'the next submission instant that no worker has taken, by the database''s clock; only gateways with a throughput have a row'`,

  `create table gateway_ignored_receipts (
     gateway_id integer not null references gateways on delete cascade,
     reason text not null,
     count bigint not null,
     newest_at timestamptz not null,
     newest text not null,
     primary key (gateway_id, reason))`,
  `comment on table gateway_ignored_receipts is 'receipts that counted for nothing, or only in part, by reason (domain, ignored-receipts.ts)'`,
  `comment on column gateway_ignored_receipts.newest is 'the newest one, without the text of its message and with two digits of the phone'`,

  `create table gateway_receipt_parts (
     gateway_id integer not null references gateways on delete cascade,
     source text not null,
     destination text not null,
     reference integer not null,
     parts smallint not null,
     part smallint not null,
     received_at timestamptz not null,
     content text not null,
     is_counted boolean not null default false,
     primary key (gateway_id, source, destination, reference, parts, part))`,
  `comment on table gateway_receipt_parts is 'parts of receipts that came in several messages, until the last one arrives'`,
  `comment on column gateway_receipt_parts.is_counted is 'the others did not arrive in time, and the receipt has been counted as ignored'`,

  `create table gateway_id_spellings (
     gateway_id integer primary key,
     answers_lettered boolean not null,
     answers_plain text[] not null,
     receipts_lettered boolean not null,
     receipts_plain text[] not null)`,
  `comment on table gateway_id_spellings is 'whether ids in answers and receipts have contained hex letters, and the distinct ids without letters since then'`,

  `create table gateway_long_receipts (
     gateway_id integer primary key,
     each_part boolean not null,
     first_receipts timestamptz[] not null)`,
  `comment on table gateway_long_receipts is 'whether two parts of one message ever got receipts, and when the first receipts of the first long messages arrived'`,
];
