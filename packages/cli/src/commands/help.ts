/** `textprobe help`: the commands and the settings, each with its default. */
import { SETTING_TABLE } from '../settings/setting-table.ts';

/** Every command that does work, with one line on what it does. */
export const COMMANDS = {
  start:
    'everything in one process: database, console, dispatch, and the carrier lab unless CARRIERS says otherwise',
  serve: 'the console and its calls only; any number of them over one DATABASE_URL',
  work: 'the dispatch engine only; any number of them over one DATABASE_URL',
  migrate: 'brings the database to the present schema and ends',
  import: 'import FILE: loads partners, clients, offices and test phones from a CSV or JSON file',
  rollups: 'check: proves the figures of analytics by counting all messages; rebuild: makes them anew',
  'set-aside':
    'shows what failed again and again and is left out for a while; retry: has it tried again at once',
  account:
    'reset-password [NAME]: gives an account (admin unless named) a new password and ends its sessions',
  data: 'shows where the data lies and how large it is; remove FOLDER: deletes a database whose DATA_DIR is gone',
  secrets: 'rekey: seals the secrets in the database anew, after SECRETS_KEY was changed',
  lab: 'the simulated carriers and handsets alone, for trying another SMPP client',
} as const;

/** A command that does work. */
export type CommandName = keyof typeof COMMANDS;

/** Prints the help to stdout; always 0. */
export function help(): number {
  const commands = { ...COMMANDS, config: 'prints the settings that count, and where each came from' };
  const settings = Object.entries(SETTING_TABLE).map(([name, { about, fallback }]) => {
    const standard = fallback === null ? '' : ` (${fallback})`;
    return [name, `${about}${standard}`] as const;
  });
  process.stdout.write(
    [
      'Textprobe sends test messages from offices to test phones and tells what really arrived.',
      '',
      'Usage: textprobe COMMAND, or npm run textprobe -- COMMAND in a checkout',
      '',
      ...inColumns(Object.entries(commands)),
      '',
      'Settings are read from the environment:',
      '',
      ...inColumns(settings),
      '',
    ].join('\n'),
  );
  return 0;
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
}
