/** The machine's time zone and daylight saving time must not matter: the same rules in processes of several zones. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('./testing/print-occurrences.ts', import.meta.url));
/** The last is late in the evening in Los Angeles, when it is the next day elsewhere. */
const INSTANTS = ['2026-07-15T12:00:00Z', '2026-12-15T12:00:00Z', '2026-12-16T07:30:00Z'].map(Date.parse);

async function printIn(zone: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...INSTANTS.map(String)], {
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout) as { lines: { dueAt: number; date: string }[][]; missing: object };
}

test('REC-7 rules give the same result in UTC, India and Los Angeles, in July and in December', async () => {
  const [utc, india, losAngeles] = await Promise.all(
    ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'].map(printIn),
  );
  expect(utc?.lines).toHaveLength(15);
  expect(utc?.lines.every((occurrences) => occurrences.length === 300)).toBe(true);
  expect(utc?.lines[10]?.[0]?.date).toBe('2026-12-16');
  expect(india).toEqual(utc);
  expect(losAngeles).toEqual(utc);
});
