import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LAB } from '../settings/settings.ts';
import { planGateways } from './configured-gateways.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'textprobe-gateways-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LAB_SETTINGS = { gateways: LAB, labScenario: 'perfect', labSeed: '7', publicUrl: null };

async function write(content: unknown): Promise<string> {
  const file = path.join(folder, 'file.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The lines of the error message. */
async function refusal(settings: Partial<Parameters<typeof planGateways>[0]>): Promise<string[]> {
  const error: unknown = await planGateways({ ...LAB_SETTINGS, ...settings }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('it was not refused');
  expect(error.name).toBe('UserError');
  return error.message.split('\n');
}

it('plans the lab with its seed and a built-in scenario or that of a file', async () => {
  expect(await planGateways(LAB_SETTINGS)).toMatchObject({
    kind: 'lab',
    scenario: { name: 'perfect' },
    seed: '7',
  });
  const labScenario = await write({ name: 'mine' });
  expect(await planGateways({ ...LAB_SETTINGS, labScenario })).toMatchObject({ scenario: { name: 'mine' } });
});

it('lists the scenarios when an unknown one is requested', async () => {
  expect(await refusal({ labScenario: 'perfekt' })).toEqual([
    expect.stringMatching(
      /^LAB_SCENARIO: there is no file "perfekt" and no built-in scenario of that name\. Write one of .*\bperfect\b/u,
    ),
  ]);
});

it('reports all faults of a scenario, one per line', async () => {
  const labScenario = await write({ everyCarrier: { rates: { loss: 2, los: 1 } } });
  expect(await refusal({ labScenario })).toEqual([
    `LAB_SCENARIO: the file "${labScenario}" has errors:`,
    expect.stringContaining('rates.loss is 2'),
    expect.stringContaining('rates.los is unknown'),
  ]);
});

it('reports all faults of a gateways file without its values, which may be passwords', async () => {
  const gateway = { name: 'acme', kind: 'smpp', host: '', systemId: 'probe', password: 'hunter2', prot: 1 };
  const gateways = await write({ gateways: [gateway] });
  const said = await refusal({ gateways });
  expect(said).toEqual([
    `GATEWAYS: the file "${gateways}" has errors:`,
    expect.stringContaining('"prot" is not a setting'),
    expect.stringContaining('host must be'),
  ]);
  expect(said.join()).not.toContain('hunter2');
});

it('a provider with callbacks needs PUBLIC_URL', async () => {
  const gateway = { name: 'twilio', kind: 'twilio', accountSid: 'AC01', authToken: 'secret' };
  const gateways = await write({ gateways: [gateway] });
  expect((await refusal({ gateways })).join()).toContain('needs PUBLIC_URL');
  const publicUrl = 'https://textprobe.example';
  expect(await planGateways({ ...LAB_SETTINGS, gateways, publicUrl })).toMatchObject({ kind: 'file' });
});

it('reports a gateways file that is unreadable or invalid JSON', async () => {
  expect((await refusal({ gateways: await write('{ "gateways": [') })).join()).toContain('not valid JSON');
  expect((await refusal({ gateways: folder })).join()).toMatch(/^GATEWAYS: EISDIR.*Write "lab"/u);
});
