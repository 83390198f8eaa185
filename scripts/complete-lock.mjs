/**
 * Completes package-lock.json with the optional packages of other platforms. A registry mirror that carries only some
 * of them makes `npm install` leave the others out without a word, and `npm ci` then refuses the lock everywhere else.
 *
 *   node scripts/complete-lock.mjs          adds what is missing
 *   node scripts/complete-lock.mjs --check  tells what is missing, and fails if anything is
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'package-lock.json');

const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const LIBC = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' };

/** What a platform package is for, read off its name: `@x/binding-linux-arm64-musl` → linux, arm64, musl. */
export function platformOf(name) {
  const words = name.slice(name.indexOf('/') + 1).split('-');
  const os = OS.find((word) => words.includes(word));
  const cpu = CPU.find((word) => words.includes(word));
  const libc = words.map((word) => LIBC[word]).find(Boolean);
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
  };
}

/** The optional dependencies that no entry of the lock satisfies, as `[place, version]`. */
export function missingFrom(packages) {
  const missing = new Map();
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isReachable(packages, place, name)) missing.set(`node_modules/${name}`, version);
    }
  }
  return [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Node's own look-up: beside the package, then in every folder above it. */
function isReachable(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in packages;
  }
}

function main(check) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'));
  const missing = missingFrom(lock.packages);
  for (const [place, version] of missing) {
    process.stdout.write(`${check ? 'missing' : 'added'}: ${place} ${version}\n`);
    const exact = version.replace(/^[\^~]/u, '');
    lock.packages[place] = {
      version: exact,
      optional: true,
      ...platformOf(place.slice('node_modules/'.length)),
    };
  }
  if (check) return missing.length === 0 ? 0 : 1;
  const [[root, rootEntry], ...entries] = Object.entries(lock.packages);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([[root, rootEntry], ...sorted]);
  if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.includes('--check'));
