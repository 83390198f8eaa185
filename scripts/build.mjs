/**
 * Builds what changed: the program with its packages (`tsc -b packages/cli`) and the console (`vite build`). A fingerprint of
 * the sources' sizes and times shows within milliseconds whether there is anything to do.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

const STAMP = 'node_modules/.cache/textprobe-build';
const LOCK = 'package-lock.json';
/** Folders without build inputs. */
const EXCLUDED = new Set(['dist', 'node_modules', 'testing']);

/** The parts of the build: their inputs, their outputs and their compilers. */
const PARTS = [
  {
    name: 'program',
    inputs: ['tsconfig.base.json', LOCK, 'packages'],
    outputs: ['packages/cli/dist/main.js'],
    script: 'node_modules/typescript/bin/tsc',
    args: ['-b', 'packages/cli'],
    cwd: '.',
  },
  {
    name: 'console',
    inputs: ['tsconfig.base.json', LOCK, 'packages/web', 'packages/contract', 'packages/domain'],
    outputs: ['packages/web/dist/app/index.html'],
    script: 'node_modules/vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
    cwd: 'packages/web',
  },
];

/**
 * Builds the parts whose sources have changed since the last build.
 * @param {string} root the checkout
 * @param {string} node the Node executable for the compilers
 * @throws {Error} with a sentence for the user if a part does not build
 */
export async function ensureBuilt(root, node) {
  if (PARTS.every((part) => isFresh(root, part))) return;
  await withSetupLock(root, async () => {
    for (const part of PARTS) {
      if (isFresh(root, part)) continue;
      process.stderr.write(`textprobe: building the ${part.name}\n`);
      await runCompiler(root, node, part);
    }
  });
}

/** Runs a part's compiler and, on success, stores the fingerprint from before the build. */
async function runCompiler(root, node, part) {
  const before = fingerprint(root, part.inputs);
  const status = await new Promise((resolve) => {
    const child = spawn(node, [path.join(root, part.script), ...part.args], {
      cwd: path.join(root, part.cwd),
      stdio: ['ignore', 2, 2],
    });
    child.on('error', () => resolve('did not start'));
    child.on('exit', (code, signal) => resolve(signal ?? code));
  });
  if (status !== 0)
    throw new Error(`the ${part.name} did not build (${status}); see the compiler's output above.`);
  mkdirSync(path.dirname(path.join(root, STAMP)), { recursive: true });
  writeFileSync(`${path.join(root, STAMP)}-${part.name}`, before);
}

function isFresh(root, part) {
  const stamp = `${path.join(root, STAMP)}-${part.name}`;
  if (!existsSync(stamp) || !part.outputs.every((file) => existsSync(path.join(root, file)))) return false;
  return readFileSync(stamp, 'utf8') === fingerprint(root, part.inputs);
}

/** A hash of the names, sizes and times of all files below `inputs`, except tests, build output and installed packages. */
function fingerprint(root, inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, root, input);
  return hash.digest('hex');
}

function addTo(hash, root, relative) {
  const file = path.join(root, relative);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    hash.update(`${relative}\0${stat.size}\0${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(file).sort()) {
    if (name.includes('.test.') || name.startsWith('.') || EXCLUDED.has(name)) continue;
    addTo(hash, root, `${relative}/${name}`);
  }
}
