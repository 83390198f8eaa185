/** The audit trail (AUDIT): who did what, in a chain of hashes that shows any later change. */
export const auditTables: readonly string[] = [
  // No foreign keys: a row outlives its account, its token and its object.
  `create table audit_log (
     id bigint generated always as identity primary key,
     at timestamptz not null,
     action text not null,
     account_id integer,
     username text,
     token_id integer,
     token_name text,
     address text,
     request_id text,
     object_kind text not null,
     object_id text,
     partner_id integer,
     outcome text not null check (outcome in ('succeeded', 'failed')),
     changes json not null,
     seq bigint unique,
     hash bytea,
     check ((seq is null) = (hash is null)))`,
  `comment on column audit_log.account_id is 'null: a command, a stranger, or an unknown username'`,
  `comment on column audit_log.username is 'of the account at that time'`,
  `comment on column audit_log.address is 'of the network that sent the request; null: a command on the server'`,
  `comment on column audit_log.changes is 'by field: its value before and after'`,
  `comment on column audit_log.seq is 'place in the chain; null: not linked yet'`,
  `comment on column audit_log.hash is 'SHA-256 of the previous row''s hash and this row'`,
  `create index audit_log_unlinked on audit_log (id) where seq is null`,
  `create index audit_log_object on audit_log (object_kind, object_id, id)`,
  `create index audit_log_account on audit_log (account_id, id)`,
  `create index audit_log_action on audit_log (action, id)`,

  // A row changes once: when it is linked.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
   declare
     unlinked audit_log;
   begin
     if tg_op = 'UPDATE' then
       unlinked := new;
       unlinked.seq := null;
       unlinked.hash := null;
       -- As text: jsonb refuses some texts that json holds, and a row that cannot be linked would hold up all others.
       if old.seq is null and new.seq is not null and unlinked::text = old::text then
         return new;
       end if;
     end if;
     raise exception 'rows of the audit trail cannot be changed or deleted';
   end $$`,
  `create trigger audit_log_change before update or delete on audit_log
   for each row execute function refuse_audit_change()`,
  `create trigger audit_log_truncate before truncate on audit_log
   for each statement execute function refuse_audit_change()`,

  // Failed logins of the present minute: each becomes one row of the audit trail, however many there were.
  `create table failed_logins (
     network text not null,
     account_id integer not null,
     action text not null,
     minute timestamptz not null,
     attempts integer not null default 1,
     primary key (minute, network, account_id, action))`,
  `comment on column failed_logins.account_id is '0: no account has the username that was given'`,

  // What each kind of process ran with when it last started.
  `create table settings_seen (
     process text not null,
     name text not null,
     value text not null,
     primary key (process, name))`,
  `comment on column settings_seen.value is 'of a secret only a keyed hash'`,
];
