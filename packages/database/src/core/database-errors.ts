/** Tells a database that is away, full or read-only, which passes, from a fault of ours, which does not. */

// Classes and codes of PostgreSQL's appendix A: connection exception, insufficient resources, operator intervention.
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57']);
const UNAVAILABLE_CODES = new Set([
  '25P03', // idle_in_transaction_session_timeout: the process was paused
  '25006', // read_only_sql_transaction: a standby, or a disk mounted read-only
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of a server that is not there
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// node-postgres gives these no code.
const UNAVAILABLE_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
// disk_full: it passes too, but not by itself.
const DISK_FULL = '53100';
// query_canceled: our own statement_timeout, which is no outage.
const QUERY_CANCELED = '57014';

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return UNAVAILABLE_WORDS.test(error.message);
  if (code === QUERY_CANCELED) return false;
  return UNAVAILABLE_CODES.has(code) || (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
}

/** Whether the disk under the database has no room left: somebody must make some. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}
