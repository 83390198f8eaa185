/** The logger the lab talks to: the four calls of pino that it needs. */

type Say = (facts: object, message: string) => void;

export interface Logger {
  debug: Say;
  info: Say;
  warn: Say;
  error: Say;
}
