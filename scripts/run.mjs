/**
 * The entry point of every `npm run`: installs missing dependencies, then runs the target with the bundled Node 26. It runs
 * on Node 18 and newer, without any dependency.
 *
 *   node scripts/run.mjs TARGET [arguments]
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeForUs } from './node-runtime.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PROGRAM = 'packages/cli/dist/main.js';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** How often to check whether the shell that npm started us from is still running, in milliseconds. */
const PARENT_CHECK_MS = 250;

/** The targets: whether it needs a build, its script and flags for Node 26, and its first arguments. */
const TARGETS = {
  start: { built: true, script: PROGRAM, first: ['start'] },
  textprobe: { built: true, script: PROGRAM, first: [] },
  build: { built: true },
  test: { script: 'scripts/test.mjs', first: [] },
  check: { script: 'scripts/check.mjs', first: [] },
  lint: { script: 'scripts/test.mjs', first: ['format', 'lint', 'unused'] },
  soak: { built: true, script: 'scripts/soak.mjs', first: [] },
  simulate: {
    flags: ['--conditions=source'],
    script: 'proof/simulation/run-simulation.ts',
    first: [],
  },
  interop: { script: 'scripts/interop.mjs', first: [] },
  bench: { built: true, script: 'bench/main.ts', first: [] },
  'bench:web': { built: true, script: 'bench/main.ts', first: ['web'] },
  'bench:kannel': { built: true, script: 'scripts/bench-kannel.mjs', first: ['kannel'] },
  screenshots: { built: true, script: 'scripts/screenshots.mjs', first: [] },
  format: { script: BIOME, first: ['format', '--write', '.'] },
};

/** Runs `script` with `node`, forwards signals, and exits with the same code or signal. */
function runAndExitAlike(node, { flags = [], script, first }, args) {
  const bin = path.join(ROOT, 'node_modules', '.bin');
  const child = spawn(node, [...flags, path.join(ROOT, script), ...first, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The IPC channel carries no messages. It closes when this process dies for any reason, and the program then stops.
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  // Ctrl-C reaches the whole foreground group, and npm forwards it too, so the child may get it two or three times. It treats
  // repeats within a second as one (packages/cli/src/process/shutdown.ts); this process only must not exit first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * A SIGTERM to `npm start` ends npm and its shell, but does not reach this process. So the exit of the shell, visible as a
 * new parent pid, counts as SIGTERM.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}

function fail(sentence) {
  process.stderr.write(`textprobe: ${sentence}\n`);
  process.exit(1);
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
  if (target === undefined) {
    fail(`unknown target '${name}'. The targets are ${Object.keys(TARGETS).join(', ')}.`);
  }
  await ensureInstalled(ROOT);
  const node = nodeForUs(ROOT);
  if (target.built) await ensureBuilt(ROOT, node);
  if (target.script !== undefined) runAndExitAlike(node, target, args);
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)));
