/** Finds the third-party programs that the tests talk to, in Debian's locations. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

/** The path of a program. @throws Error if it is not installed */
export function requireProgram(name: string): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

export const hasKannel = findProgram('bearerbox') !== undefined && findProgram('smsbox') !== undefined;
export const hasTshark = findProgram('tshark') !== undefined && findProgram('text2pcap') !== undefined;
export const hasNetSmpp = spawnSync('perl', ['-MNet::SMPP', '-MJSON::PP', '-e', '1']).status === 0;
