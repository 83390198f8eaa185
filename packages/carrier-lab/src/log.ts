/** The logger of the lab: the subset of pino that it uses. */

type Say = (facts: object, message: string) => void;

export interface Logger {
  debug: Say;
  info: Say;
  warn: Say;
  error: Say;
}
