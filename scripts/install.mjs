/**
 * Installs the dependencies when the lock file changed, when there are none, or when an install was cut short; and
 * does nothing, in a millisecond or two, when they are there. A machine without a network but with a matching
 * node_modules never needs npm.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

/** Written last, inside node_modules: `npm ci` removes the folder first, so a cut install leaves none. */
const MARKER = 'node_modules/.textprobe-install';

/**
 * Makes sure that node_modules is what package-lock.json says.
 * @param {string} root the checkout
 * @throws {Error} with a sentence for the user, when the install fails
 */
export async function ensureInstalled(root) {
  const wanted = fingerprint(root);
  if (isMarked(root, wanted)) return;
  await withSetupLock(root, async () => {
    if (isMarked(root, wanted)) return;
    if (!matchesLock(root)) await npmCi(root);
    writeFileSync(path.join(root, MARKER), `${wanted}\n`);
  });
}

/** The lock file and the platform, as one short word: a node_modules copied from another platform will not do. */
function fingerprint(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${process.platform}-${process.arch}-${createHash('sha256').update(lock).digest('hex')}`;
}

function isMarked(root, wanted) {
  const marker = path.join(root, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8').trim() === wanted;
}

/**
 * Whether npm's own record of what it installed (written at the end of every complete install, also one made by hand)
 * holds everything that package-lock.json asks for on this platform.
 */
export function matchesLock(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/')) return true;
    if (installed[place] === undefined) return wanted.optional === true && !isForThisPlatform(wanted);
    return installed[place].version === wanted.version && existsSync(path.join(root, place));
  });
}

/** Whether an optional package names this very platform, so that npm must have installed it. */
function isForThisPlatform({ os, cpu, libc }) {
  // Which libc this is npm knows better; packages without os and cpu are helpers of builds for other platforms.
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/** Runs `npm ci` with the npm that started us, else the one on the PATH. */
async function npmCi(root) {
  process.stderr.write(
    'textprobe: installing the dependencies (npm ci), this takes a minute the first time\n',
  );
  // NODE_ENV=production would leave out the compiler, and omit=optional the Node that comes along. Of npm's warnings
  // most are that this Node is too old for a package, which is why another one comes along.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env.npm_execpath;
  const viaNode = own?.endsWith('.js') && existsSync(own);
  const [command, all] = viaNode ? [process.execPath, [own, ...args]] : ['npm', args];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, all, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && !viaNode,
    });
    child.on('error', reject);
    child.on('exit', (status, signal) => resolve(signal ?? status));
  }).catch((error) => {
    throw new Error(
      `npm could not be started (${error.message}). Please install Node with npm and start again.`,
    );
  });
  if (code !== 0) {
    throw new Error(
      `'npm ci' ended with ${code}; its own words stand above. Is the network there, and the disk not full?`,
    );
  }
}
