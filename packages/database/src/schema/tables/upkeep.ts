/** Upkeep: which process leads the sweeps, and items that failed and wait for a retry. */
export const upkeepTables: readonly string[] = [
  `create table leaders (
     name text primary key,
     holder text,
     fence bigint not null default 0,
     held_since timestamptz not null default now(),
     lease_until timestamptz not null default now(),
     session_pid integer,
     -- Makes the fence a key column: a renewal then never waits for a transaction that has proven its fence.
     unique (name, fence))`,
  `comment on table leaders is 'the worker that leads the sweeps and the console process that leads the upkeep, with their leases by the database''s clock'`,
  `comment on column leaders.fence is 'fencing token: increases with each new leader; each transaction of a leader checks it'`,
  `comment on column leaders.session_pid is 'pid of the session that renewed the lease last; null: unknown'`,
  `insert into leaders (name) values ('sweeps'), ('upkeep')`,

  `create table set_aside (
     kind text not null,
     item text not null,
     tries integer not null,
     problem text not null,
     last_try_at timestamptz not null,
     next_try_at timestamptz not null,
     primary key (kind, item))`,
  `comment on table set_aside is 'items that failed and are skipped until next_try_at; intervals grow after three tries; a row is deleted when its item succeeds'`,
];
