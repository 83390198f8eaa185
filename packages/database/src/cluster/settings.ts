/** PostgreSQL's settings for the embedded cluster: durable, quick to start, and modest on a small machine. */
import { createHash } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';

const MEGABYTE = 1024 * 1024;

export interface ClusterSettings {
  /** `-c name=value` arguments for postgres. */
  readonly arguments: readonly string[];
  /** Hash of programs and settings; a running PostgreSQL with a different one is restarted, not adopted. */
  readonly fingerprint: string;
}

/**
 * Writes the settings files into the home, which we own, not PostgreSQL's unprivileged user: root must never write into
 * that user's folders, where a symbolic link could redirect the write.
 */
export async function writeSettings(home: string, binaries: Binaries): Promise<ClusterSettings> {
  const settingsFile = join(home, 'postgres.conf');
  const accessFile = join(home, 'postgres-access.conf');
  const text = settingsText(accessFile, totalmem());
  await replace(settingsFile, text);
  await replace(accessFile, ACCESS_TEXT);
  const fingerprint = createHash('sha256')
    .update([binaries.folder, binaries.version, text, ACCESS_TEXT].join('\0'))
    .digest('hex')
    .slice(0, 16);
  return {
    fingerprint,
    arguments: ['-c', `config_file=${settingsFile}`, '-c', `textprobe.fingerprint=${fingerprint}`],
  };
}

const ACCESS_TEXT = `# Written by Textprobe at each start. Only users who can enter the socket's private folder can connect.
local all all trust
`;

function settingsText(accessFile: string, memoryBytes: number): string {
  const sharedBuffers = Math.min(256, Math.max(128, Math.floor(memoryBytes / 16 / MEGABYTE)));
  const cache = Math.max(256, Math.floor(memoryBytes / 2 / MEGABYTE));
  return `# Written by Textprobe at each start. Use ALTER SYSTEM for your own settings: it overrides these.
hba_file = '${quote(accessFile)}'
listen_addresses = ''
unix_socket_permissions = 0700
max_connections = 100

# A 2xx response means that the change is on disk.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = ${sharedBuffers}MB
effective_cache_size = ${cache}MB
work_mem = 8MB
maintenance_work_mem = 64MB
wal_buffers = 16MB
min_wal_size = 80MB
max_wal_size = 1GB
random_page_cost = 1.1
# Compiling any of our plans takes longer than running it.
jit = off
# One statement may lock every partition and each of its indexes.
max_locks_per_transaction = 128
autovacuum_naptime = 15s

timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'ISO, YMD'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'

# The log only explains failures: it must neither fill the disk nor contain user data.
log_checkpoints = off
log_autovacuum_min_duration = -1
log_min_error_statement = panic
# Without DETAIL, which quotes the row that was refused.
log_error_verbosity = terse
log_line_prefix = '%m [%p] '
`;
}

async function replace(file: string, text: string): Promise<void> {
  const present = await readFile(file, 'utf8').catch(() => undefined);
  if (present === text) return;
  await writeFile(file, text);
  // Readable by PostgreSQL's user, whatever our umask.
  await chmod(file, 0o644);
}

function quote(text: string): string {
  return text.replaceAll("'", "''");
}
