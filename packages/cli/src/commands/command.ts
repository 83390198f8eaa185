/** What every command looks like to main.ts. */
import type { Settings } from '../settings/settings.ts';

/**
 * Does the command's work.
 * @param args what stood behind the command's name
 * @returns the exit code
 * @throws UserError for what whoever started the program can mend
 */
export type Command = (settings: Settings, args: readonly string[]) => Promise<number>;
