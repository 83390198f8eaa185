/**
 * `npm run screenshots`: pictures of every screen into docs/screenshots, light, dark and on a phone, of the built console
 * on the real program: with tests that have just gone through the carrier lab, and figures of an invented year.
 *
 *   npm run screenshots              every screen
 *   npm run screenshots -- report    those whose name holds this
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Two hundred tests and some twenty thousand messages. */
const SCALE = '0.002';

const year = mkdtempSync(path.join(tmpdir(), 'textprobe-year-'));
// Started by root, the database could not be kept below a folder that only root can enter.
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

/** Runs a script under this Node; a failure is ours too. */
function run(folder, script, args, env) {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: path.join(ROOT, folder),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exitCode = 1;
}
