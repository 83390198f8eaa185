/** Files: their metadata, the tests that use them, and uploads in progress. */
export const mediaTables: readonly string[] = [
  `create table media_files (
     id text primary key check (id ~ '^[0-9a-f]{32}$'),
     storage_key text not null unique,
     name text not null,
     type text not null,
     size integer not null,
     sha256 bytea not null,
     width integer,
     height integer,
     original_url text,
     thumbnail_key text unique,
     created_by integer references accounts,
     created_at timestamptz not null,
     in_reception boolean not null default false,
     unused_since timestamptz,
     dropped_at timestamptz)`,
  `comment on column media_files.storage_key is 'where the bytes are stored; never derived from a file name'`,
  `comment on column media_files.original_url is 'the link that the file was fetched from'`,
  `comment on column media_files.in_reception is 'reported by a handset: kept as evidence'`,
  `comment on column media_files.unused_since is 'since when no reference to the file is known; null: in use'`,
  `comment on column media_files.dropped_at is 'set before the bytes are deleted; no new reference is allowed from then on'`,
  `create index media_files_unused on media_files (unused_since) where unused_since is not null`,

  `create table test_media (
     test_id integer not null references tests on delete cascade,
     position smallint not null,
     media_id text not null references media_files,
     primary key (test_id, position))`,
  `create index test_media_files on test_media (media_id)`,

  // Written before the first byte is stored and deleted once the file has its row: finds what a killed process left.
  `create table media_uploads (
     storage_key text primary key,
     begun_at timestamptz not null)`,
];
