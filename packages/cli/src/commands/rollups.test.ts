/** `textprobe rollups`: proves the figures, and mends them. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { PROGRAM_TEST_MS, runProgram } from '../testing/program.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let site: DataSite;
beforeAll(async () => {
  site = await makeDataSite();
});
afterAll(() => site.remove(site.path('data')));

it('finds nothing wrong with a new database, and nothing after making its sums anew', async () => {
  const settings = { DATA_DIR: site.path('data') };
  const equal = { code: 0, stdout: 'The rollups equal a count of the messages.\n' };
  expect(await runProgram(['rollups', 'check'], { settings })).toMatchObject(equal);
  expect(await runProgram(['rollups', 'rebuild'], { settings })).toMatchObject({ code: 0 });
  expect(await runProgram(['rollups', 'check'], { settings })).toMatchObject(equal);
});
