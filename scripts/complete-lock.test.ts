import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingFrom, platformOf } from './complete-lock.mjs';

test('the lock file has entries for every platform, so that npm ci works on all of them', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  expect(missingFrom(lock.packages), 'run: node scripts/complete-lock.mjs').toEqual([]);
});

test('an optional dependency that no parent folder contains is missing', () => {
  const packages = {
    '': {},
    'node_modules/a': { optionalDependencies: { 'b-linux-x64': '1.0.0', 'b-win32-x64': '1.0.0' } },
    'node_modules/a/node_modules/b-linux-x64': {},
    'node_modules/c/node_modules/d': { optionalDependencies: { 'b-linux-x64': '2.0.0', e: '1.0.0' } },
    'node_modules/e': {},
  };
  expect(missingFrom(packages)).toEqual([
    ['node_modules/b-linux-x64', '2.0.0'],
    ['node_modules/b-win32-x64', '1.0.0'],
  ]);
});

test.each([
  ['@x/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@x/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@x/cli-darwin-x64', { os: ['darwin'], cpu: ['x64'] }],
  ['@x/cli-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ['@x/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('%s is for its platform alone', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});
