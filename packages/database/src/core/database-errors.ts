/** Distinguishes an unavailable, full or read-only database, which is temporary, from a bug, which is not. */

// SQLSTATEs of PostgreSQL's appendix A: connection exception, insufficient resources, operator intervention.
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57']);
const UNAVAILABLE_CODES = new Set([
  '25P03', // idle_in_transaction_session_timeout: the process was paused
  '25006', // read_only_sql_transaction: a standby, or a disk mounted read-only
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of a server that is not running
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// node-postgres gives these no code.
const UNAVAILABLE_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
// disk_full: temporary too, but needs an administrator.
const DISK_FULL = '53100';
// query_canceled: our own statement_timeout, not an outage.
const QUERY_CANCELED = '57014';

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return UNAVAILABLE_WORDS.test(error.message);
  if (code === QUERY_CANCELED) return false;
  return UNAVAILABLE_CODES.has(code) || (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
}

/** Whether the database's disk is full: an administrator must make room. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}
