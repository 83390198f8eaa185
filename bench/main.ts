/**
 * `npm run bench -- NAME [options]`: measures the real program, on an empty database or with a year of data, and compares it
 * with Kannel. README.md has the latest results.
 */
import { measureAudit } from './audit/audit.ts';
import { measureCreate } from './create/create.ts';
import { measureDispatch } from './dispatch/dispatch.ts';
import { measureGrowing } from './growing/growing.ts';
import { measureImports } from './imports/imports.ts';
import { compareWithKannel } from './kannel/kannel.ts';
import { measureLists } from './lists/lists.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { measureReceptions } from './receptions/receptions.ts';
import { seed } from './seed/seed.ts';
import { measureWeb } from './web/web.ts';

const COMMANDS: Record<string, (options: BenchOptions) => Promise<void>> = {
  seed,
  lists: measureLists,
  web: measureWeb,
  kannel: compareWithKannel,
  dispatch: measureDispatch,
  create: measureCreate,
  receptions: measureReceptions,
  growing: measureGrowing,
  imports: measureImports,
  audit: measureAudit,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
try {
  if (command === undefined) throw new Error(USAGE);
  await command(readOptions(args));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
