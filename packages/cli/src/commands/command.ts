/** What the commands share: what each looks like to main.ts, what it needs first, and the refusals of several. */
import type { Clock } from '@textprobe/domain/clock';
import { createLogger, type Logger } from '../process/logger.ts';
import { systemClock } from '../process/system-clock.ts';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Does the command's work.
 * @param args what stood behind the command's name
 * @returns the exit code
 * @throws UserError for what whoever started the program can mend
 */
export type Command = (settings: Settings, args: readonly string[]) => Promise<number>;

/** @throws UserError where a command that takes no arguments was given some, instead of ignoring what was meant */
export function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length === 0) return;
  throw new UserError(
    `'textprobe ${command}' takes no arguments (given: ${args.join(' ')}). Settings are environment variables: see 'textprobe help'.`,
  );
}

/** @throws UserError without DATABASE_URL: the embedded database belongs to one process */
export function requireSharedDatabase(command: string, { databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl !== null) return;
  throw new UserError(
    `'textprobe ${command}' works on a database shared with other processes: set DATABASE_URL to it, ` +
      "such as postgres://user:password@host:5432/textprobe. 'textprobe start' needs none.",
  );
}

/** What every command needs first. */
export interface Toolbox {
  readonly clock: Clock;
  readonly log: Logger;
}

/** The real clock and a log, readable at a terminal and JSON anywhere else. */
export function openToolbox(settings: Pick<Settings, 'logLevel'>): Toolbox {
  return {
    clock: systemClock,
    log: createLogger({ level: settings.logLevel, pretty: process.stderr.isTTY === true }),
  };
}
