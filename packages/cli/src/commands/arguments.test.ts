/** A command with missing or excess arguments says what to write before it starts anything. */
import { expect, it } from 'vitest';
import { UserError } from '../process/user-error.ts';
import { readSettings } from '../settings/settings.ts';
import { account } from './account.ts';
import type { Command } from './command.ts';
import { importFile } from './import.ts';
import { lab } from './lab.ts';
import { migrate } from './migrate.ts';
import { rollups } from './rollups.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { work } from './work.ts';

const DATABASE_URL = 'postgres://127.0.0.1:1/textprobe';

it.each<[string, Command, string[], Record<string, string>, string]>([
  ['start now', start, ['now'], {}, "'textprobe start' takes no arguments (given: now)"],
  ['migrate up', migrate, ['up'], {}, "'textprobe migrate' takes no arguments (given: up)"],
  ['serve --port 1', serve, ['--port', '1'], { DATABASE_URL }, 'Settings are environment variables'],
  ['serve without a database', serve, [], {}, 'Set DATABASE_URL'],
  ['work without a database', work, [], {}, 'Set DATABASE_URL'],
  ['work with the lab', work, [], { DATABASE_URL }, 'Set GATEWAYS to the path of a gateways file'],
  ['import', importFile, [], {}, "run 'textprobe import FILE'"],
  ['import two files', importFile, ['a.csv', 'b.csv'], {}, "run 'textprobe import FILE'"],
  [
    'account add olga boss',
    account,
    ['add', 'olga', 'boss'],
    {},
    '"boss" is not a role; use administrator, operator,',
  ],
  ['account remove vera', account, ['remove', 'vera'], {}, 'run one of:\n  textprobe account list\n'],
  ['rollups', rollups, [], {}, "run 'textprobe rollups check'"],
  ['rollups check now', rollups, ['check', 'now'], {}, "run 'textprobe rollups check'"],
  ['lab --port many', lab, ['--port', 'many'], {}, '--port is "many", which is not a port'],
  ['lab --port 65536', lab, ['--port', '65536'], {}, '--port is "65536", which is not a port'],
  ['lab --target ftp://x', lab, ['--target', 'ftp://x'], {}, 'which is not an http URL'],
  ['lab --sim', lab, ['--sim'], {}, "run 'textprobe lab [--port 2775]"],
  ['lab --handsets none', lab, ['--handsets', 'none'], {}, 'the handsets file none cannot be read'],
])('%s', async (_line, command, args, env, sentence) => {
  const check = readSettings(env, '/nowhere');
  if (!check.ok) throw new Error(check.faults.join('\n'));
  const refused = command(check.settings, args);
  await expect(refused).rejects.toBeInstanceOf(UserError);
  await expect(refused).rejects.toThrow(sentence);
});
