/** The logger that gateways write to: the shape of pino's, so a pino logger fits as it is. */

/** A structured logger: the fields first, then the message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The same log with these fields in every line, to distinguish several gateways. */
export function withFields(log: Log, fields: object): Log {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  };
}

/** Discards everything; for tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
