import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the README', () => {
  it('has an example that does what it says', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'smpp-readme-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // The sources in place of the build, which need not be there.
    const runnable = example.replaceAll(
      /'@textprobe\/smpp\/([^']+)'/g,
      (_, path) => `'${new URL(`./${path}.ts`, import.meta.url).href}'`,
    );
    await writeFile(join(folder, 'example.mts'), runnable);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.mts')]);
    const lines = stdout.trim().split('\n').toSorted();
    expect(lines).toEqual(['answer 0', 'answer 0', 'receipt delivered', 'receipt delivered']);
  });
});
