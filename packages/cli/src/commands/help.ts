/** `textprobe help`: prints the commands, and the settings with their defaults. */
import { SETTING_TABLE } from '../settings/setting-table.ts';

/** Every command that does work, with a description. */
export const COMMANDS = {
  start:
    'runs everything in one process: database, console, dispatch engine, and the carrier lab unless GATEWAYS says otherwise',
  serve: 'runs the console and API only; any number of processes over one DATABASE_URL',
  work: 'runs the dispatch engine only; any number of processes over one DATABASE_URL',
  migrate: 'migrates the database to the current schema and exits',
  import:
    'import FILE: loads partners, clients, offices and test phones from a CSV or JSON file; --preview only says what it would do',
  export: 'export FILE: writes them as such a file, .csv or .json, without what is retired',
  rollups: 'check: verifies the analytics rollups by counting all messages; rebuild: recalculates them',
  'set-aside': 'lists items set aside after repeated failures; retry: retries them at once',
  account: 'list, add, set-role, reset-password, disable, enable: manages the accounts and their roles',
  audit: 'verify: proves that no row of the audit trail was changed or deleted',
  data: 'shows location and size of the data; remove FOLDER: deletes a database whose DATA_DIR no longer exists',
  secrets: 'rekey: encrypts the secrets in the database with the new key after a change of SECRETS_KEY',
  lab: 'runs the simulated carriers and handsets alone, to try out another SMPP client',
} as const;

/** A command that does work. */
export type CommandName = keyof typeof COMMANDS;

/** Prints the help to stdout. @returns 0 */
export function help(): number {
  const commands = { ...COMMANDS, config: 'prints the settings in effect and where each comes from' };
  const settings = Object.entries(SETTING_TABLE).map(([name, { about, fallback }]) => {
    const standard = fallback === null ? '' : ` (${fallback})`;
    return [name, `${about}${standard}`] as const;
  });
  process.stdout.write(
    [
      'Textprobe sends test messages from offices to test phones and reports what really arrived.',
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
