/** Runs the launcher in a checkout with fake compilers and a fake program, which record how they were called. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPTS = path.dirname(fileURLToPath(import.meta.url));

/** Does what its first argument says, and prints when it runs and which signals it gets. */
const PROGRAM = `
const [, what, code] = process.argv.slice(2);
if (what === 'exit') process.exit(Number(code));
if (what === 'die') process.kill(process.pid, 'SIGKILL');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); process.exit(5); });
console.log('running ' + process.argv.slice(2).join(' '));
setInterval(() => {}, 1_000);
`;

describe('the launcher', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'textprobe launcher '));
    cpSync(SCRIPTS, path.join(root, 'scripts'), { recursive: true, filter: (file) => !file.endsWith('.ts') });
    write('package-lock.json', JSON.stringify({ packages: {} }));
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    write('packages/cli/src/main.ts', 'first');
    write('packages/web/src/console.ts', 'first');
    write('node_modules/typescript/bin/tsc', compiler('tsc', 'packages/cli/dist/main.js', PROGRAM));
    write('node_modules/vite/bin/vite.js', compiler('vite', 'dist/app/index.html', '<html>'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }

  /** A compiler that creates one file below its working folder, and records that it ran. */
  function compiler(name: string, output: string, text: string): string {
    return `const fs = require('node:fs');
fs.appendFileSync(${JSON.stringify(path.join(root, 'compiled'))}, '${name} ');
if (fs.existsSync(${JSON.stringify(path.join(root, 'broken'))})) process.exit(2);
fs.mkdirSync(require('node:path').dirname('${output}'), { recursive: true });
fs.writeFileSync('${output}', ${JSON.stringify(text)});`;
  }

  const compiled = (): string => readFileSync(path.join(root, 'compiled'), 'utf8').trim();
  const launcher = (): string => path.join(root, 'scripts', 'run.mjs');

  function run(...args: string[]) {
    return spawnSync(process.execPath, [launcher(), ...args], { encoding: 'utf8' });
  }

  /** Starts the program through the launcher, and waits until it runs. */
  async function start(command: string, args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...env },
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLine = async (): Promise<string> => String((await lines.next()).value);
    return { child, nextLine, first: await nextLine() };
  }

  it('builds everything the first time, and nothing the second time', () => {
    expect(run('build')).toMatchObject({ status: 0 });
    expect(run('build')).toMatchObject({ status: 0, stderr: '' });
    expect(compiled()).toBe('tsc vite');
  });

  it('rebuilds only the parts with changes', () => {
    run('build');
    write('packages/cli/src/main.ts', 'second');
    run('build');
    expect(compiled()).toBe('tsc vite tsc');
    write('packages/web/src/console.ts', 'second');
    run('build');
    expect(compiled()).toBe('tsc vite tsc tsc vite');
  });

  it('rebuilds deleted output', () => {
    run('build');
    rmSync(path.join(root, 'packages', 'web', 'dist'), { recursive: true });
    run('build');
    expect(compiled()).toBe('tsc vite vite');
  });

  it('does not start after a failed build, and retries the next time', () => {
    write('broken', '');
    expect(run('start')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("the program did not build (2); see the compiler's output above"),
    });
    rmSync(path.join(root, 'broken'));
    expect(run('start', 'exit', '0')).toMatchObject({ status: 0 });
  });

  it('exits like the program: with its exit code, or by its signal', () => {
    expect(run('start', 'exit', '7')).toMatchObject({ status: 7, signal: null });
    expect(run('start', 'die')).toMatchObject({ status: null, signal: 'SIGKILL' });
  });

  it('passes its arguments on', async () => {
    const { child, first } = await start(process.execPath, [launcher(), 'textprobe', 'import', 'a b.csv']);
    expect(first).toBe('running import a b.csv');
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'passes %s on, and waits for the program to end',
    async (signal) => {
      const { child, nextLine } = await start(process.execPath, [launcher(), 'start']);
      child.kill(signal);
      expect(await nextLine()).toBe(signal);
      expect(await once(child, 'exit')).toEqual([5, null]);
    },
  );

  it.runIf(process.platform === 'linux')('ends the program when npm and its shell are gone', async () => {
    const env = { npm_lifecycle_event: 'start', npm_lifecycle_script: 'node scripts/run.mjs start' };
    // The shell waits for the launcher, as npm's does; the next command keeps it from exec'ing the launcher.
    const { child, nextLine } = await start(
      '/bin/sh',
      ['-c', `"${process.execPath}" "${launcher()}" start; true`],
      env,
    );
    child.kill('SIGKILL');
    expect(await nextLine()).toBe('SIGTERM');
  });

  it('reports an unknown target, and builds nothing', () => {
    expect(run('strat')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("unknown target 'strat'. The targets are start, textprobe, build"),
    });
    expect(existsSync(path.join(root, 'compiled'))).toBe(false);
  });
});
