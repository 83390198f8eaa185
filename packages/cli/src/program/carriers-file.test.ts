import { expect, test } from 'vitest';
import { readCarriersFile } from './carriers-file.ts';

const acme = { name: 'acme', kind: 'smpp', host: 'smpp.example.com', systemId: 'probe', password: 'secret' };
const read = (file: unknown) => readCarriersFile(JSON.stringify(file));

test('a single gateway is the default one, with the settings left out at their defaults', () => {
  const carriers = read({ gateways: [acme] });
  expect(carriers).toMatchObject({
    ok: true,
    gateways: [
      { name: 'acme', isDefault: true, settings: { host: 'smpp.example.com', port: 2775, window: 10 } },
    ],
  });
});

test('all faults are told together, and none repeats the password', () => {
  const carriers = read({ gateways: [{ ...acme, name: '', kind: 'smtp', port: 0, passwort: 'secret' }] });
  if (carriers.ok) throw new Error('it was taken');
  expect(carriers.faults).toHaveLength(4);
  expect(carriers.faults.join(' ')).not.toContain('secret');
  expect(carriers.faults.join(' ')).toMatch(/name.*kind.*passwort.*port/s);
});

test('of several gateways exactly one is the default, and names are not shared', () => {
  const carriers = read({ gateways: [acme, acme] });
  expect(carriers).toEqual({
    ok: false,
    faults: [expect.stringContaining('Two gateways are named "acme"'), expect.stringContaining('0 gateways')],
  });
  expect(
    read({
      gateways: [
        { ...acme, default: true },
        { ...acme, name: 'b' },
      ],
    }).ok,
  ).toBe(true);
});

test.each([
  ['no JSON', '{ gateways'],
  ['no gateways', '{}'],
  ['an empty list', '{ "gateways": [] }'],
  ['null', 'null'],
  ['a list of numbers', '{ "gateways": [1] }'],
])('%s is refused with the shape to write', (_what, text) => {
  expect(readCarriersFile(text)).toEqual({ ok: false, faults: [expect.stringContaining('Write {')] });
});

test('an office is named by its partner, client and own name', () => {
  expect(read({ gateways: [{ ...acme, offices: [['P', 'C', 'O']] }] })).toMatchObject({
    ok: true,
    gateways: [{ offices: [['P', 'C', 'O']] }],
  });
  expect(read({ gateways: [{ ...acme, offices: ['O'] }] })).toMatchObject({ ok: false });
});
