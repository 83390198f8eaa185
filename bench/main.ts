/**
 * `npm run bench -- seed | lists | web | kannel [options]`: fills a database of its own with tests and messages of a year, and
 * measures the real program on it; or measures its dispatch beside Kannel's. README.md says what was measured last.
 */
import { compareWithKannel } from './kannel/kannel.ts';
import { measureLists } from './lists/lists.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { seed } from './seed/seed.ts';
import { measureWeb } from './web/web.ts';

const COMMANDS: Record<string, (options: BenchOptions) => Promise<void>> = {
  seed,
  lists: measureLists,
  web: measureWeb,
  kannel: compareWithKannel,
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
