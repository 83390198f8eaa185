import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled, matchesLock } from './install.mjs';
import { isNewEnough } from './node-runtime.mjs';

const HERE = { os: [process.platform], cpu: [process.arch] };
const ELSEWHERE = { os: ['aix'], cpu: ['ppc64'] };
const LOCKED = {
  '': { name: 'root' },
  'packages/a': { name: 'a' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/native-here': { version: '1.0.0', optional: true, ...HERE },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, ...ELSEWHERE },
  'node_modules/for-wasm': { version: '1.0.0', optional: true },
};
const INSTALLED = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/native-here': { version: '1.0.0' },
};

describe('the install', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'textprobe install '));
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  });

  /** A node_modules as npm leaves it, with npm's record of installed packages. */
  function install(packages: Readonly<Record<string, object>>): void {
    for (const place of Object.keys(packages)) mkdirSync(path.join(root, place), { recursive: true });
    mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    writeFileSync(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  }

  /** A fake npm that fails with 7. */
  function breakNpm(): void {
    const npm = path.join(root, 'npm-cli.js');
    writeFileSync(npm, 'process.exit(7);\n');
    vi.stubEnv('npm_execpath', npm);
  }

  it('is complete with everything that this platform needs', () => {
    install(INSTALLED);
    expect(matchesLock(root)).toBe(true);
  });

  it.each([
    ['nothing was installed', null],
    ['a package is missing', { 'node_modules/native-here': { version: '1.0.0' } }],
    ['a package has another version', { ...INSTALLED, 'node_modules/a': { version: '0.9.0' } }],
    ["this platform's own package is missing", { 'node_modules/a': { version: '1.0.0' } }],
  ])('is not complete when %s', (_what, packages) => {
    if (packages !== null) install(packages);
    expect(matchesLock(root)).toBe(false);
  });

  it('is incomplete when a folder was deleted manually', () => {
    install(INSTALLED);
    rmSync(path.join(root, 'node_modules', 'a'), { recursive: true });
    expect(matchesLock(root)).toBe(false);
  });

  it('does not call npm for a complete manual install, and leaves no lock behind', async () => {
    breakNpm();
    install(INSTALLED);
    await ensureInstalled(root);
    await ensureInstalled(root);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it('calls npm when the lock file changed, and reports its exit code', async () => {
    breakNpm();
    install(INSTALLED);
    await ensureInstalled(root);
    const changed = { ...LOCKED, 'node_modules/b': { version: '1.0.0' } };
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: changed }));
    await expect(ensureInstalled(root)).rejects.toThrow("'npm ci' failed with 7");
    // A failed install leaves no marker: the next start retries.
    await expect(ensureInstalled(root)).rejects.toThrow("'npm ci' failed with 7");
  });
});

describe('isNewEnough', () => {
  it.each([
    ['18.20.0', false],
    ['20.20.2', false],
    ['22.21.9', false],
    ['22.22.0', true],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('accepts Node %s: %s', (version, enough) => {
    expect(isNewEnough(version)).toBe(enough);
  });
});
