/** The few words this package says to whoever runs it: pino's shape, so that a pino logger can be handed in as it is. */

/** A structured logger; the object's fields come first, the sentence second. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Says nothing: for tests and for tools whose output is something else. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
