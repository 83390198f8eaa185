/** The programs of others that `interop/` and `npm run bench:kannel` talk with, and Debian's packages of them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

/** Each package, and how to see whether what it holds is there. */
export const PACKAGES = [
  { name: 'kannel', isThere: () => hasProgram('bearerbox') && hasProgram('smsbox') },
  { name: 'libnet-smpp-perl', isThere: () => spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0 },
  { name: 'tshark', isThere: () => hasProgram('tshark') && hasProgram('text2pcap') },
];

/** The names of the packages whose programs this machine does not have. */
export function missingPackages() {
  return PACKAGES.filter(({ isThere }) => !isThere()).map(({ name }) => name);
}

/** Installs those of the packages that are missing, where that can be done. @param {string[]} names by default all */
export function ensureForeignPrograms(names = PACKAGES.map(({ name }) => name)) {
  const missing = missingPackages().filter((name) => names.includes(name));
  if (missing.length > 0) installFromDebian(missing);
}

function hasProgram(name) {
  return ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'].some((folder) =>
    existsSync(`${folder}/${name}`),
  );
}
