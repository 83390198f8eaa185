/** Installs Debian and Ubuntu packages as root, without prompts. Does nothing on other systems. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Tries to install packages; callers must check afterwards whether they are installed. */
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
