import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const RETAINED = 400;
const ROUNDS = 6_000;

/** Keeps some 30 MB in use while it produces twenty times as much old-generation garbage, like a large run. */
const MEASURED = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_size;
  const kept = [];
  let peak = 0;
  for (let round = 0; round < ${ROUNDS}; round += 1) {
    kept[round % ${RETAINED}] = Array.from({ length: 1_000 }, (_, index) => ({ round, index }));
    peak = Math.max(peak, old());
  }
  process.stdout.write(String(peak / 1e6));`;

async function peakOf(before: string): Promise<number> {
  const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', before + MEASURED];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

test('garbage is collected before it grows to a multiple of the memory in use', async () => {
  const address = JSON.stringify(new URL('./heap-growth.ts', import.meta.url));
  const leftAlone = await peakOf('');
  const limited = await peakOf(`const { limitHeapGrowth } = await import(${address}); limitHeapGrowth();`);
  expect(limited).toBeLessThan(leftAlone / 1.5);
});
