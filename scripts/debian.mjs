/** Installs what only Debian and Ubuntu have packaged: by root, without questions. Elsewhere it does nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be had here at all. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs packages, if they can be had; whoever asked looks himself whether what he needs is there now. */
export function installFromDebian(packages) {
  if (!canInstall()) return;
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...packages);
}

function apt(...args) {
  spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
