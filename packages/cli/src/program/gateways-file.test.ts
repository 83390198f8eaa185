import { expect, test } from 'vitest';
import { readGatewaysFile, type SecretSources } from './gateways-file.ts';

const acme = { name: 'acme', kind: 'smpp', host: 'smpp.example.com', systemId: 'probe', password: 'secret' };
const sources: SecretSources = {
  variable: (name) => (name === 'TOKEN' ? 'from the environment' : undefined),
  file: (path) => {
    if (path === '/secrets/token') return 'from a file\n';
    throw Object.assign(new Error('no'), { code: 'ENOENT' });
  },
};
const read = (content: unknown) => readGatewaysFile(JSON.stringify(content), sources);

test('a single gateway is the default one, with defaults for omitted settings', () => {
  const file = read({ gateways: [acme] });
  expect(file).toMatchObject({
    ok: true,
    gateways: [
      { name: 'acme', isDefault: true, settings: { host: 'smpp.example.com', port: 2775, window: 10 } },
    ],
  });
});

test('all faults are reported together, without the password', () => {
  const file = read({ gateways: [{ ...acme, name: '', kind: 'smtp', port: 0, passwort: 'secret' }] });
  if (file.ok) throw new Error('it was accepted');
  expect(file.faults).toHaveLength(4);
  expect(file.faults.join(' ')).not.toContain('secret');
  expect(file.faults.join(' ')).toMatch(/name.*kind.*passwort.*port/s);
});

test('exactly one of several gateways is the default, and names are unique', () => {
  const file = read({ gateways: [acme, acme] });
  expect(file).toEqual({
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
  expect(readGatewaysFile(text, sources)).toEqual({
    ok: false,
    faults: [expect.stringContaining('Write {')],
  });
});

test('an office is identified by partner, client and name', () => {
  expect(read({ gateways: [{ ...acme, offices: [['P', 'C', 'O']] }] })).toMatchObject({
    ok: true,
    gateways: [{ offices: [['P', 'C', 'O']] }],
  });
  expect(read({ gateways: [{ ...acme, offices: ['O'] }] })).toMatchObject({ ok: false });
});

const twilio = { name: 'twilio', kind: 'twilio', accountSid: 'AC01', authToken: 'secret' };

test('a secret is in the file, in the environment or in a file of its own', () => {
  const { authToken: _, ...bare } = twilio;
  const tokenOf = (more: object) => {
    const file = read({ gateways: [{ ...bare, ...more }] });
    return file.ok ? file.gateways[0]?.settings : file.faults.join(' ');
  };
  expect(tokenOf({ authTokenEnv: 'TOKEN' })).toMatchObject({ authToken: 'from the environment' });
  expect(tokenOf({ authTokenFile: '/secrets/token' })).toMatchObject({ authToken: 'from a file' });
  expect(tokenOf({ authTokenEnv: 'NONE' })).toBe(
    'gateways[0]: authTokenEnv names NONE, which is not set in the environment.',
  );
  expect(tokenOf({ authTokenFile: '/gone' })).toContain('ENOENT');
  expect(tokenOf({ authTokenEnv: 'TOKEN', authToken: 'x' })).toContain('only one of them');
});

test('the only gateway that can send MMS is the default for MMS; if there are several, one may be, but never an SMPP one', () => {
  const mmsOf = (...gateways: object[]) => {
    const file = read({ gateways });
    return file.ok ? file.gateways.map(({ isDefaultMms }) => isDefaultMms) : file.faults.join(' ');
  };
  const standard = { ...acme, default: true };
  expect(mmsOf(standard, twilio)).toEqual([false, true]);
  expect(mmsOf(standard, twilio, { ...twilio, name: 'b' })).toEqual([false, false, false]);
  expect(mmsOf(standard, twilio, { ...twilio, name: 'b', mms: true })).toEqual([false, false, true]);
  expect(mmsOf(standard, { ...twilio, mms: true }, { ...twilio, name: 'b', mms: true })).toContain(
    'Only one',
  );
  expect(mmsOf({ ...standard, mms: true })).toContain('cannot send MMS');
});
