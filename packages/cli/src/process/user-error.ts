/** Errors that the user can fix, with sentences that say how. */

/** An error that the user can fix: shown as its sentence alone, without a stack. */
export class UserError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UserError';
  }
}

/**
 * Faults of the machine or the database, by error code of the system or of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
  EDQUOT: "This user's disk quota is used up. Free some space, or set DATA_DIR to a folder on another disk.",
  EROFS: 'The file system has become read-only. Fix it, or set DATA_DIR to another folder.',
  EMFILE: 'Too many files are open. Raise the limit (ulimit -n).',
  '53100': "The database's disk is full. Free some space there, then start again.",
  '53200': 'The database is out of memory.',
  '53300': 'The database has no connections left. Raise its max_connections, or stop other programs.',
  '25006': 'The database is read-only, for example a standby. Set DATABASE_URL to a writable one.',
  '42501': "DATABASE_URL's user lacks privileges. Make that user the owner of the database.",
  '57P01': 'The database was shut down. Start again when it is back.',
  '57P02': 'The database crashed. Start again when it is back.',
  '57P03': 'The database is starting up or shutting down. Start again in a moment.',
  ECONNREFUSED: 'The database is no longer reachable. Start again when it is back.',
  ECONNRESET: 'The connection to the database was lost. Start again when it is back.',
};

/**
 * Explains a fault of the machine or the database, with the original message in parentheses.
 * @param error checked with all its causes
 * @returns null for any other error
 */
export function explainMachineFault(error: unknown): string | null {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const meaning = MEANINGS[(fault as NodeJS.ErrnoException).code ?? ''];
    if (meaning !== undefined) return `${meaning} (${fault.message})`;
  }
  return null;
}

/** The final message of a failed command; only a bug includes its stack. */
export function explainError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const fault = explainMachineFault(error);
  if (fault !== null) return fault;
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `unexpected error; please report it with these lines:\n${words}`;
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The settings or options that choose another one. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Explains why the server cannot listen, and what to set instead. */
export function explainListenError(error: NodeJS.ErrnoException, address: ListenAddress): string {
  const { host, port, hostSetting, portSetting } = address;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Set ${portSetting} to another port, or to 0 for any free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${portSetting} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set ${hostSetting} to one of its addresses, or to 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}
