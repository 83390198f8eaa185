/** The third-party programs that `interop/` and `npm run bench:kannel` need, and their Debian packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

/** Each package, and how to check whether its programs are installed. */
export const PACKAGES = [
  { name: 'kannel', isInstalled: () => hasProgram('bearerbox') && hasProgram('smsbox') },
  { name: 'libnet-smpp-perl', isInstalled: () => spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0 },
  { name: 'tshark', isInstalled: () => hasProgram('tshark') && hasProgram('text2pcap') },
];

/** The names of the packages whose programs are not installed. */
export function missingPackages() {
  return PACKAGES.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name);
}

/**
 * Tries to install missing packages.
 * @param {string[]} names all by default
 */
export function ensureForeignPrograms(names = PACKAGES.map(({ name }) => name)) {
  const missing = missingPackages().filter((name) => names.includes(name));
  if (missing.length > 0) installFromDebian(missing);
}

function hasProgram(name) {
  return ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'].some((folder) =>
    existsSync(`${folder}/${name}`),
  );
}
