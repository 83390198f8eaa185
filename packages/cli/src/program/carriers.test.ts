import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LAB } from '../settings/settings.ts';
import { planCarriers } from './carriers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'textprobe-carriers-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LAB_SETTINGS = { carriers: LAB, labScenario: 'perfect', labSeed: '7', publicUrl: null };

async function write(content: unknown): Promise<string> {
  const file = path.join(folder, 'file.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The sentence and its lines. */
async function refusal(settings: Partial<Parameters<typeof planCarriers>[0]>): Promise<string[]> {
  const error: unknown = await planCarriers({ ...LAB_SETTINGS, ...settings }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('it was not refused');
  expect(error.name).toBe('UserError');
  return error.message.split('\n');
}

it('the lab is planned with its scenario and seed, a built-in one or that of a file', async () => {
  expect(await planCarriers(LAB_SETTINGS)).toMatchObject({
    kind: 'lab',
    scenario: { name: 'perfect' },
    seed: '7',
  });
  const labScenario = await write({ name: 'mine' });
  expect(await planCarriers({ ...LAB_SETTINGS, labScenario })).toMatchObject({ scenario: { name: 'mine' } });
});

it('a scenario that is not there is told with those that are', async () => {
  expect(await refusal({ labScenario: 'perfekt' })).toEqual([
    expect.stringMatching(
      /^LAB_SCENARIO: there is no file "perfekt" and no built-in scenario of that name\. Write one of .*\bperfect\b/u,
    ),
  ]);
});

it('a scenario with faults is told with all of them, one a line', async () => {
  const labScenario = await write({ everyCarrier: { rates: { loss: 2, los: 1 } } });
  expect(await refusal({ labScenario })).toEqual([
    `LAB_SCENARIO: the file "${labScenario}" has faults:`,
    expect.stringContaining('rates.loss is 2'),
    expect.stringContaining('rates.los is not known here'),
  ]);
});

it('a carriers file with faults is told with all of them, and without what was written: it may be a password', async () => {
  const gateway = { name: 'acme', kind: 'smpp', host: '', systemId: 'probe', password: 'hunter2', prot: 1 };
  const carriers = await write({ gateways: [gateway] });
  const said = await refusal({ carriers });
  expect(said).toEqual([
    `CARRIERS: the file "${carriers}" has faults:`,
    expect.stringContaining('"prot" is not a setting'),
    expect.stringContaining('host must be'),
  ]);
  expect(said.join()).not.toContain('hunter2');
});

it('a provider that calls back needs an address to call', async () => {
  const gateway = { name: 'twilio', kind: 'twilio', accountSid: 'AC01', authToken: 'secret' };
  const carriers = await write({ gateways: [gateway] });
  expect((await refusal({ carriers })).join()).toContain('needs PUBLIC_URL');
  const publicUrl = 'https://textprobe.example';
  expect(await planCarriers({ ...LAB_SETTINGS, carriers, publicUrl })).toMatchObject({ kind: 'file' });
});

it('a carriers file that is no JSON, or cannot be read, is told as such', async () => {
  expect((await refusal({ carriers: await write('{ "gateways": [') })).join()).toContain('not valid JSON');
  expect((await refusal({ carriers: folder })).join()).toMatch(/^CARRIERS: EISDIR.*Write "lab"/u);
});
