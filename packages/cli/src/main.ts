#!/usr/bin/env node
/**
 * The entry point. It reads the settings from the environment, runs the command, and turns errors into a message and an exit code: 0 for
 * success, 1 for failure, 2 for an unknown command.
 */
import { readFileSync } from 'node:fs';
import type { Command } from './commands/command.ts';
import { config } from './commands/config.ts';
import { COMMANDS, type CommandName, help } from './commands/help.ts';
import { limitHeapGrowth } from './process/heap-growth.ts';
import { explainError } from './process/user-error.ts';
import { readSettings } from './settings/settings.ts';

/** Loaded on demand, so that `help` and `config` do not load the whole program. */
const RUNNERS: Record<CommandName, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  serve: async () => (await import('./commands/serve.ts')).serve,
  work: async () => (await import('./commands/work.ts')).work,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  import: async () => (await import('./commands/import.ts')).importFile,
  export: async () => (await import('./commands/export.ts')).exportFile,
  rollups: async () => (await import('./commands/rollups.ts')).rollups,
  'set-aside': async () => (await import('./commands/set-aside.ts')).setAside,
  account: async () => (await import('./commands/account.ts')).account,
  audit: async () => (await import('./commands/audit.ts')).audit,
  data: async () => (await import('./commands/data.ts')).data,
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
  lab: async () => (await import('./commands/lab.ts')).lab,
};

async function main(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) return help();
  if (['version', '--version', '-v'].includes(name)) return printVersion();
  if (name !== 'config' && !Object.hasOwn(RUNNERS, name)) {
    process.stderr.write(
      `textprobe: there is no command '${name}'. The commands are ${[...Object.keys(COMMANDS), 'config', 'help'].join(', ')}.\n`,
    );
    return 2;
  }
  const check = readSettings(process.env, process.cwd(), name);
  if (!check.ok) {
    const faults = check.faults.map((fault) => `  ${fault}\n`).join('');
    process.stderr.write(
      `textprobe: ${check.faults.length === 1 ? 'a setting is' : 'some settings are'} wrong:\n${faults}`,
    );
    return 1;
  }
  if (name === 'config') return config(check.settings);
  const run = await RUNNERS[name as CommandName]();
  return run(check.settings, args);
}

function printVersion(): number {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`textprobe ${(JSON.parse(manifest) as { version: string }).version}\n`);
  return 0;
}

/** How long the process may take to exit after all its parts have stopped. Milliseconds. */
const LINGER_MS = 2_000;

// A closed pipe, such as to `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

limitHeapGrowth();
try {
  const [name, ...args] = process.argv.slice(2);
  process.exitCode = await main(name, args);
} catch (error) {
  process.stderr.write(`textprobe: ${explainError(error)}\n`);
  process.exitCode = 1;
}
// Fires only if something still keeps the process alive, such as a part that failed halfway through its start. A finished
// command must not hang, least of all when a supervisor waits to restart it.
setTimeout(() => process.exit(), LINGER_MS).unref();
