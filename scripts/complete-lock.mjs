/**
 * Adds the optional packages of other platforms to package-lock.json. With a registry mirror that lacks some of them,
 * `npm install` silently leaves them out, and `npm ci` then fails on those platforms.
 *
 *   node scripts/complete-lock.mjs          adds missing packages
 *   node scripts/complete-lock.mjs --check  lists missing packages, and fails if there are any
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

/** The platform of a package, parsed from its name: `@x/binding-linux-arm64-musl` → linux, arm64, musl. */
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

/** The optional dependencies without an entry in the lock file, as `[path, version]`. */
export function missingFrom(packages) {
  const missing = new Map();
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isReachable(packages, place, name)) missing.set(`node_modules/${name}`, version);
    }
  }
  return [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Resolves like Node: in the package's own node_modules, then in every folder above. */
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
