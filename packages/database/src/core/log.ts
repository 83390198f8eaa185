/** The logger interface of this package: a subset of pino's, so that a pino logger can be passed in. */

/** A structured logger: fields first, message second. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything: for tests and for tools with other output. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
