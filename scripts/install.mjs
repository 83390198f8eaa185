/**
 * Installs the dependencies if they are missing, the lock file changed or an install was interrupted. Otherwise it does
 * nothing, within 2 ms: a machine without a network but with a matching node_modules never needs npm.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

/** Written last, inside node_modules: `npm ci` deletes the folder first, so an interrupted install leaves no marker. */
const MARKER = 'node_modules/.textprobe-install';

/**
 * Ensures that node_modules matches package-lock.json.
 * @param {string} root the checkout
 * @throws {Error} with a sentence for the user if the install fails
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

/** A fingerprint of lock file and platform: a node_modules copied from another platform does not match. */
function fingerprint(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${process.platform}-${process.arch}-${createHash('sha256').update(lock).digest('hex')}`;
}

function isMarked(root, wanted) {
  const marker = path.join(root, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8').trim() === wanted;
}

/**
 * Whether npm's own record of installed packages, written at the end of every complete install (also a manual one),
 * contains everything that package-lock.json requires on this platform.
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

/** Whether an optional package is for this platform, so that npm must have installed it. */
function isForThisPlatform({ os, cpu, libc }) {
  // npm knows best which libc this is; packages without os and cpu are build helpers for other platforms.
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/** Runs `npm ci` with the npm that started us, or else the one on the PATH. */
async function npmCi(root) {
  process.stderr.write('textprobe: installing dependencies (npm ci); the first time takes about a minute\n');
  // NODE_ENV=production would omit the compiler, and omit=optional the bundled Node. Most of npm's warnings say that this
  // Node is too old for a package, which is why Node is bundled.
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
    throw new Error(`npm could not be started (${error.message}). Install Node with npm and try again.`);
  });
  if (code !== 0) {
    throw new Error(
      `'npm ci' failed with ${code}; see its output above. Check the network and the free disk space.`,
    );
  }
}
