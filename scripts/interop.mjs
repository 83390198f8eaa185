/**
 * `npm run interop`: tests our SMPP against other vendors' software. Installs Kannel, Net::SMPP and Wireshark from Debian's
 * packages, runs the tests of `interop/`, and writes the result to `docs/evidence.md`. Tests of a missing package are
 * skipped, and the page says so.
 */
import { execFileSync } from 'node:child_process';
import { runWithEvidence } from './evidence.mjs';
import { ensureForeignPrograms, missingPackages, PACKAGES } from './foreign-programs.mjs';

ensureForeignPrograms();
const missing = missingPackages();
if (missing.length > 0) {
  process.stdout.write(
    `textprobe: ${missing.join(', ')} cannot be installed here without apt-get and root. Install them yourself; ` +
      'until then their tests are skipped.\n',
  );
}
if (missing.length < PACKAGES.length) {
  const ok = await runWithEvidence({
    name: 'interop',
    title: "SMPP against other vendors' software",
    counts:
      'Kannel as a client at window 10, Net::SMPP as client and as server, Wireshark over everything we write.',
    command: 'npm run interop',
    again: 'npm run interop',
    facts: [['Packages', PACKAGES.map(({ name }) => `${name} ${versionHere(name)}`).join(', ')]],
    args: ['--project', 'interop'],
    env: {},
    tally: 'INTEROP_FIGURES',
  });
  process.exitCode = ok ? 0 : 1;
}

function versionHere(name) {
  return missing.includes(name) ? 'missing' : versionOf(name);
}

function versionOf(name) {
  try {
    return execFileSync('dpkg-query', ['--show', '--showformat=${Version}', name], { encoding: 'utf8' });
  } catch {
    return 'of the machine';
  }
}
