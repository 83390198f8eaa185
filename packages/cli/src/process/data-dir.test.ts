import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainDataDirError, prepareDataDir } from './data-dir.ts';
import { UserError } from './user-error.ts';

const root = mkdtempSync(path.join(tmpdir(), 'textprobe data dir '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('prepareDataDir', () => {
  it('makes the folder and those above it, and leaves nothing in it', () => {
    const folder = path.join(root, 'a', 'b c');
    prepareDataDir(folder);
    prepareDataDir(folder);
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that a file stands in its place, or in its path', () => {
    const file = path.join(root, 'file');
    writeFileSync(file, 'x');
    expect(() => prepareDataDir(file)).toThrow(
      new UserError(
        `DATA_DIR ${file} cannot be used: a file stands in its place. Move that file away, or set DATA_DIR to another folder.`,
      ),
    );
    expect(() => prepareDataDir(path.join(file, 'below'))).toThrow('a part of that path is a file');
  });

  it('says that a name is too long', () => {
    expect(() => prepareDataDir(path.join(root, 'x'.repeat(300)))).toThrow('the path is too long');
  });

  it.each([
    ['EACCES', 'this user may not write there'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'quota'],
    ['EIO', 'EIO: i/o error. Mend that'],
  ])('has a sentence for %s', (code, words) => {
    const error = Object.assign(new Error(`${code}: i/o error`), { code });
    expect(explainDataDirError('/srv/data', error)).toMatch(
      new RegExp(`^DATA_DIR /srv/data cannot be used: .*${words}.* DATA_DIR to `, 'u'),
    );
  });
});
