/** The few words a gateway says to whoever runs it: pino's shape, so that a pino logger can be handed in as it is. */

/** A structured logger; the object's fields come first, the sentence second. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The same log, with these fields in every line: whoever runs six gateways wants to know which one speaks. */
export function withFields(log: Log, fields: object): Log {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  };
}

/** Says nothing: for tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
