/** Faults that whoever started the program can mend, and the sentences that say how. */

/** A fault that whoever started the program can mend: told as its sentence alone, without a stack. */
export class UserError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UserError';
  }
}

/**
 * What the machine or the database may be at fault for at any moment, by the code of the error: those of the system, and
 * PostgreSQL's (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: make room, or set DATA_DIR to a folder elsewhere.',
  EDQUOT: "This user's disk quota is used up: make room, or set DATA_DIR to a folder elsewhere.",
  EROFS: 'The file system has become read-only: mend it, or set DATA_DIR to a folder elsewhere.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n).',
  '53100': "The database's disk is full: make room there, then start again.",
  '53200': 'The database is out of memory.',
  '53300': 'The database has no connection left: raise its max_connections, or end other programs.',
  '25006': 'The database is read-only, such as a standby is: set DATABASE_URL to one that takes writes.',
  '42501': "DATABASE_URL's user may not do what is needed: make that user the owner of the database.",
  '57P01': 'The database was shut down meanwhile: start again when it is back.',
  '57P02': 'The database went down meanwhile: start again when it is back.',
  '57P03': 'The database is starting up or shutting down: start again in a moment.',
  ECONNREFUSED: 'The database went away meanwhile: start again when it is back.',
  ECONNRESET: 'The connection to the database was lost: start again when it is back.',
};

/**
 * A sentence for a fault of the machine or the database, what was said about it in brackets.
 * @param error with its causes, which are looked through too
 * @returns null when it is nothing of the kind
 */
export function explainMachineFault(error: unknown): string | null {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const meaning = MEANINGS[(fault as NodeJS.ErrnoException).code ?? ''];
    if (meaning !== undefined) return `${meaning} (${fault.message})`;
  }
  return null;
}

/** The last words of a command that failed. Only a bug is told with its stack. */
export function explainError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const fault = explainMachineFault(error);
  if (fault !== null) return fault;
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `something went wrong that should not have; please report it with these lines:\n${words}`;
}

interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** What the person sets to choose another one. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Why a port could not be had, as a sentence that says what to set instead. */
export function explainListenError(error: NodeJS.ErrnoException, place: ListenPlace): string {
  const { host, port, hostSetting, portSetting } = place;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Set ${portSetting} to another one, or to 0 for any free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${portSetting} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set ${hostSetting} to one of its addresses, or to 127.0.0.1.`;
    default:
      return `Nothing could listen on ${host}, port ${port}: ${error.message}`;
  }
}
