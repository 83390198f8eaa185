/** The interface of commands for main.ts, their common dependencies and argument checks. */
import type { Clock } from '@textprobe/domain/clock';
import { createLogger, type Logger } from '../process/logger.ts';
import { systemClock } from '../process/system-clock.ts';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Runs the command.
 * @param args the arguments after the command's name
 * @returns the exit code
 * @throws UserError for an error that the user can fix
 */
export type Command = (settings: Settings, args: readonly string[]) => Promise<number>;

/** @throws UserError when a command without arguments is given some */
export function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length === 0) return;
  throw new UserError(
    `'textprobe ${command}' takes no arguments (given: ${args.join(' ')}). Settings are environment variables: see 'textprobe help'.`,
  );
}

/** @throws UserError without DATABASE_URL, since the embedded database belongs to one process */
export function requireSharedDatabase(command: string, { databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl !== null) return;
  throw new UserError(
    `'textprobe ${command}' needs a database that it shares with other processes. Set DATABASE_URL, ` +
      "such as postgres://user:password@host:5432/textprobe. 'textprobe start' needs none.",
  );
}

/** The dependencies of every command. */
export interface Toolbox {
  readonly clock: Clock;
  readonly log: Logger;
}

/** The real clock, and a log that is readable at a terminal and JSON elsewhere. */
export function openToolbox(settings: Pick<Settings, 'logLevel'>): Toolbox {
  return {
    clock: systemClock,
    log: createLogger({ level: settings.logLevel, pretty: process.stderr.isTTY === true }),
  };
}
