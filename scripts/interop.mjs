/**
 * `npm run interop`: our SMPP beside software that nobody here wrote. Installs Kannel, Net::SMPP and Wireshark where
 * Debian's packages can be had, runs the tests of `interop/`, and writes what came of it to `docs/evidence/`. Where
 * something is missing, its tests are skipped and the page says so.
 */
import { execFileSync } from 'node:child_process';
import { runWithEvidence } from './evidence.mjs';
import { ensureForeignPrograms, missingPackages, PACKAGES } from './foreign-programs.mjs';

ensureForeignPrograms();
const missing = missingPackages();
if (missing.length > 0) {
  process.stdout.write(
    `textprobe: ${missing.join(', ')} cannot be had here: apt-get and root are needed, or somebody who installs them. ` +
      'Their tests are skipped.\n',
  );
}
if (missing.length < PACKAGES.length) {
  const ok = await runWithEvidence({
    name: 'interop',
    title: 'SMPP beside software of others',
    counts:
      'Kannel as a client at window 10, Net::SMPP as client and as server, Wireshark over all that we write.',
    facts: PACKAGES.map(({ name }) => `${name}: ${missing.includes(name) ? 'missing' : versionOf(name)}`),
    args: ['--project', 'interop'],
    env: {},
    tally: 'INTEROP_FIGURES',
  });
  process.exitCode = ok ? 0 : 1;
}

function versionOf(name) {
  try {
    return execFileSync('dpkg-query', ['--show', '--showformat=${Version}', name], { encoding: 'utf8' });
  } catch {
    return 'of the machine';
  }
}
