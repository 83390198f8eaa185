/**
 * Builds what changed: the program with all packages that it is made of (`tsc -b packages/cli`) and the console
 * (`vite build`). A stamp over the sources' sizes and times tells in a few milliseconds that there is nothing to do.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

const STAMP = 'node_modules/.cache/textprobe-build';
const LOCK = 'package-lock.json';
/** Folders that nothing is built from. */
const NO_SOURCES = new Set(['dist', 'node_modules', 'testing']);

/** The two halves of the build: what they are made from, what must be there afterwards, and how they are made. */
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
 * Builds the parts whose sources changed since they were last built.
 * @param {string} root the checkout
 * @param {string} node the Node to run the compilers with
 * @throws {Error} with a sentence for the user, when a part does not build
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

/** Runs one part's compiler and, if it went well, stamps what it saw at its beginning. */
async function runCompiler(root, node, part) {
  const seen = fingerprint(root, part.inputs);
  const status = await new Promise((resolve) => {
    const child = spawn(node, [path.join(root, part.script), ...part.args], {
      cwd: path.join(root, part.cwd),
      stdio: ['ignore', 2, 2],
    });
    child.on('error', () => resolve('no start'));
    child.on('exit', (code, signal) => resolve(signal ?? code));
  });
  if (status !== 0)
    throw new Error(`the ${part.name} did not build (${status}); the compiler's words stand above.`);
  mkdirSync(path.dirname(path.join(root, STAMP)), { recursive: true });
  writeFileSync(`${path.join(root, STAMP)}-${part.name}`, seen);
}

function isFresh(root, part) {
  const stamp = `${path.join(root, STAMP)}-${part.name}`;
  if (!existsSync(stamp) || !part.outputs.every((file) => existsSync(path.join(root, file)))) return false;
  return readFileSync(stamp, 'utf8') === fingerprint(root, part.inputs);
}

/** One word for the names, sizes and times of all files below `inputs`, without tests and what was built or installed. */
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
    if (name.includes('.test.') || name.startsWith('.') || NO_SOURCES.has(name)) continue;
    addTo(hash, root, `${relative}/${name}`);
  }
}
