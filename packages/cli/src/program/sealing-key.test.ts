import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSealer } from './sealing-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'textprobe-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const NONE = { key: null, file: null, older: [] };
const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64');

it('creates a key in DATA_DIR that only its owner can read, and uses it from then on', () => {
  const sealed = openSealer({ secretsKey: NONE, dataDir }, { inDataDir: true }).seal('hush', 'x');
  const file = join(dataDir, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
  expect(openSealer({ secretsKey: NONE, dataDir }, { inDataDir: true }).open(sealed, 'x')).toBe('hush');
});

it('uses the key of the setting or its file, and creates none', () => {
  const file = join(dataDir, 'key');
  writeFileSync(file, `${base64(7)}\n`);
  const sealed = openSealer(
    { secretsKey: { ...NONE, key: Buffer.alloc(32, 7) }, dataDir },
    { inDataDir: true },
  ).seal('hush', 'x');
  expect(openSealer({ secretsKey: { ...NONE, file }, dataDir }, { inDataDir: true }).open(sealed, 'x')).toBe(
    'hush',
  );
  expect(() => statSync(join(dataDir, 'secrets.key'))).toThrow('ENOENT');
});

it('decrypts with a previous key what was encrypted before the change', () => {
  const former = Buffer.alloc(32, 1);
  const sealed = openSealer({ secretsKey: { ...NONE, key: former }, dataDir }, { inDataDir: false }).seal(
    'hush',
    'x',
  );
  const changed = { key: Buffer.alloc(32, 2), file: null, older: [former] };
  expect(openSealer({ secretsKey: changed, dataDir }, { inDataDir: false }).open(sealed, 'x')).toBe('hush');
});

it('without a setting, using a secret in a command that does not hold DATA_DIR throws an error that says what to set', () => {
  const sealer = openSealer({ secretsKey: NONE, dataDir }, { inDataDir: false });
  expect(() => sealer.seal('hush', 'x')).toThrow(/Set SECRETS_KEY .* the same for all processes/);
  expect(() => sealer.open(Buffer.alloc(60), 'x')).toThrow(/Set SECRETS_KEY/);
});

it('refuses a missing file and one without a key, and does not quote its content', () => {
  const file = join(dataDir, 'key');
  const open = () => openSealer({ secretsKey: { ...NONE, file }, dataDir }, { inDataDir: true });
  expect(open).toThrow(`SECRETS_KEY_FILE: ${file} cannot be read (ENOENT).`);
  writeFileSync(file, 'hunter2');
  expect(open).toThrow(/does not contain a key/);
  expect(open).not.toThrow(/hunter2/);
});
