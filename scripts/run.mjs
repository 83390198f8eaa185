/**
 * The first step of every `npm run`: makes sure that the dependencies are there, then runs the target under the
 * Node 26 that came with them. It runs on Node 18 and newer and needs nothing but Node itself.
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

/** How often we look whether the shell that npm started us from is still there, in milliseconds. */
const PARENT_CHECK_MS = 250;

/** Each target: whether it needs the build, the script that runs under Node 26 (and Node's own flags), the arguments before the caller's. */
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

/** Runs `script` under `node`, passes signals on, and ends as it ended. */
function runAndEndAlike(node, { flags = [], script, first }, args) {
  const bin = path.join(ROOT, 'node_modules', '.bin');
  const child = spawn(node, [...flags, path.join(ROOT, script), ...first, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The channel carries no word. It closes when this process dies, however it dies: that is how the program learns
    // that nobody is left to stop it.
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  // Ctrl-C reaches the whole foreground group, and npm passes it on as well, so the child may hear of it two or three
  // times. It takes repeats within a second for one (packages/cli/src/process/shutdown.ts); here we only must not die first.
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
 * A SIGTERM to `npm start` ends npm and the shell between it and us, but reaches nobody below: the shell's end, seen by
 * our having another parent, is the word to stop.
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
    fail(`there is no target '${name}'. The targets are ${Object.keys(TARGETS).join(', ')}.`);
  }
  await ensureInstalled(ROOT);
  const node = nodeForUs(ROOT);
  if (target.built) await ensureBuilt(ROOT, node);
  if (target.script !== undefined) runAndEndAlike(node, target, args);
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)));
