import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readDirectoryFile } from './directory-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'textprobe directory '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('says why a file cannot be read', () => {
  const large = path.join(folder, 'large.csv');
  writeFileSync(large, 'partner');
  expect(readDirectoryFile(large)).toEqual(Buffer.from('partner'));
  truncateSync(large, 50_000_001);
  expect(() => readDirectoryFile(large)).toThrow('the file is 51 MB, the limit is 50 MB; split it.');
  expect(() => readDirectoryFile(path.join(folder, 'none.csv'))).toThrow('there is no such file.');
  expect(() => readDirectoryFile(folder)).toThrow('it is a folder.');
});
