/** `textprobe import`, with and without a running program: atomic and idempotent. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@textprobe/contract/calls';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Console, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { runCommand } from '../testing/run-command.ts';
import { exportFile } from './export.ts';
import { importFile } from './import.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const PASSWORD = 'correct horse';
const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
/** Its last row is valid; the two before it are not. */
const FAULTY = [
  'partner,client,office,office_phone,phone_name,phone_number,phone_carrier',
  'Nobody,Nothing,Nowhere,call me,,,',
  ',,,,No number,,Verizon',
  'Newcomer,New client,New office,+15105550199,,,',
].join('\n');

let site: DataSite;
let settings: Record<string, string>;
let faulty: string;

beforeAll(async () => {
  site = await makeDataSite();
  settings = { DATA_DIR: await site.dataDir('data'), ADMIN_PASSWORD: PASSWORD };
  faulty = site.path('faulty.csv');
  await writeFile(faulty, FAULTY);
});
afterAll(() => site.remove(site.path('data')));

/** How many rows were new, changed and unchanged. */
async function imports(file: string): Promise<number[]> {
  const { code, stdout, stderr } = await runCommand(importFile, [file], settings);
  expect({ code, stdout }, stderr).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Imported ${file}: `),
  });
  return [...(/(\d+) new, (\d+) changed, (\d+) unchanged/u.exec(stdout)?.slice(1) ?? [])].map(Number);
}

async function expectFaults(): Promise<void> {
  const { code, stdout, stderr } = await runProgram(['import', faulty], { settings });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^textprobe: nothing was imported; .*faulty\.csv has errors:\n {2}line 2.*\n {2}line 3/u,
  );
}

describe('without a running program', () => {
  it('DIR-3 says how much it has exported, in the singular where there is one', async () => {
    const file = site.path('one.csv');
    await writeFile(file, 'partner\nAlone\n');
    expect(await imports(file)).toEqual([1, 0, 0]);
    const exported = site.path('one.json');
    expect(await runCommand(exportFile, [exported], settings)).toMatchObject({
      stdout: `Exported 1 partner, 0 clients, 0 offices, and 0 phones to ${exported}.\n`,
    });
  });

  it('starts the database temporarily, and importing a CSV file twice changes nothing', async () => {
    const [created = 0, ...rest] = await imports(example('directory.csv'));
    expect(created).toBeGreaterThan(5);
    expect(rest).toEqual([0, 0]);
    expect(await imports(example('directory.csv'))).toEqual([0, 0, created]);
    expect(await site.postgresOf(site.path('data'))).toBeNull();
  });

  it('DIR-3 with --preview says what the file would change, and writes nothing', async () => {
    const file = site.path('preview.csv');
    await writeFile(file, 'Partner,client,notes\nPreviewed\nHarbor Health Group,Bayview Dental,x\n');
    for (const _again of [1, 2])
      expect(await runProgram(['import', file, '--preview'], { settings })).toMatchObject({
        code: 0,
        stdout: `Preview of ${file}: 1 new, 0 changed, 2 unchanged (partners, clients, offices and phones together).\n  Ignored: the column "notes".\n  new Previewed\n`,
      });
  });

  it('reports every fault of a file with its line', expectFaults);
});

describe('with a running program', () => {
  let program: Program;
  let console: Console;

  beforeAll(async () => {
    program = await startProgram(['start'], { settings });
    console = await openConsole(program.place, PASSWORD);
  });
  afterAll(async () => {
    console?.leave();
    await program?.end();
  });

  const partners = async () => (await console.client.call(calls.partners)).map(({ name }) => name);

  it('imports nothing from a file with faults', async () => {
    const before = await partners();
    expect(before).not.toContain('Newcomer');
    await expectFaults();
    expect(await partners()).toEqual(before);
  });

  it('uses the database of that program, which shows the import at once', async () => {
    const file = site.path('more.json');
    const office = { name: 'O', phoneNumber: '+15105550198' };
    const partner = { name: 'Late Partner', clients: [{ name: 'C', offices: [office] }] };
    await writeFile(file, JSON.stringify({ partners: [partner], phones: [] }));
    expect(await imports(file)).toEqual([3, 0, 0]);
    expect(await partners()).toContain('Late Partner');
    expect(await imports(file)).toEqual([0, 0, 3]);
  });

  it('assigns the gateway that the file names to an office, and imports nothing if it does not exist', async () => {
    const rows = (gateway: string) =>
      `partner,client,office,office_phone,gateway\nLate Partner,C,O,+15105550198,${gateway}\n`;
    const file = site.path('gateways.csv');
    await writeFile(file, rows('carrier lab'));
    expect(await imports(file)).toEqual([0, 1, 2]);
    const given = (await console.client.call(calls.gateways)).map(({ name, offices }) => [name, offices]);
    expect(given).toContainEqual(['carrier lab', 1]);
    await writeFile(file, rows('acme'));
    expect(await runCommand(importFile, [file], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no gateway "acme"; there are carrier lab, carrier lab MMS.'),
    });
  });

  it('imports the JSON example too, and twice is the same as once', async () => {
    const [created = 0, changed = 0, same = 0] = await imports(example('directory.json'));
    expect(await imports(example('directory.json'))).toEqual([0, 0, created + changed + same]);
  });

  it('DIR-3 the export of the command is read back without a change, as CSV and as JSON', async () => {
    for (const name of ['exported.csv', 'exported.json']) {
      const file = site.path(name);
      const { code, stdout } = await runCommand(exportFile, [file], settings);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `Exported 4 partners, 4 clients, 5 offices, and 3 phones to ${file}.\n`,
      });
      const [created, changed, same = 0] = await imports(file);
      expect([created, changed]).toEqual([0, 0]);
      expect(same).toBeGreaterThan(5);
      expect(await runCommand(exportFile, [file], settings)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('already exists. Choose another name'),
      });
    }
    expect(await runProgram(['export', site.path('x.txt')], { settings })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a name that ends in .csv or .json'),
    });
  });

  it('leaves that program and its database running', async () => {
    expect((await fetch(new URL(calls.healthReady.path, program.place))).status).toBe(200);
    expect(await program.end()).toMatchObject({ code: 0 });
  });
});
