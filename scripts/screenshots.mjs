/**
 * `npm run screenshots`: writes screenshots of every screen, light, dark and phone-sized, to docs/screenshots. They show the
 * real program with tests that just ran through the carrier lab, and a year of generated data.
 *
 *   npm run screenshots              every screen
 *   npm run screenshots -- report    screens whose name contains this
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** 200 tests and about 20,000 messages. */
const SCALE = '0.002';

const year = mkdtempSync(path.join(tmpdir(), 'textprobe-year-'));
// When started by root, the database runs as another user, who must be able to enter this folder.
chmodSync(year, 0o711);
try {
  run('.', 'bench/main.ts', ['seed', '--scale', SCALE, '--data', year], {});
  const names = process.argv.slice(2).flatMap((name) => ['--grep', name]);
  const config = ['test', '--config', 'pictures.config.ts', ...names];
  run('e2e', path.join(ROOT, 'node_modules/@playwright/test/cli.js'), config, {
    TEXTPROBE_CHROMIUM: ensureChromium(),
    TEXTPROBE_PICTURES: path.join(ROOT, 'docs', 'screenshots'),
    TEXTPROBE_YEAR: year,
  });
} finally {
  rmSync(year, { recursive: true, force: true });
}

/** Runs a script with this Node; its failure sets our exit code. */
function run(folder, script, args, env) {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: path.join(ROOT, folder),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exitCode = 1;
}
