/** A command that takes no arguments says so, instead of ignoring what was meant. */
import { UserError } from '../process/user-error.ts';

export function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length === 0) return;
  throw new UserError(
    `'textprobe ${command}' takes no arguments (given: ${args.join(' ')}). Settings are environment variables: see 'textprobe help'.`,
  );
}
