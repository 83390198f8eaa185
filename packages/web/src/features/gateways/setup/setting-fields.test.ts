/** The fields of the form beside the table that the gateways check by. */
import { GATEWAY_SETTINGS } from '@textprobe/domain/gateway-settings';
import { describe, expect, it } from 'vitest';
import { isSecret, KIND_LABELS, SETTING_FIELDS, usualValue } from './setting-fields.ts';

const KINDS = ['smpp', 'twilio'] as const;

it('knows all kinds there are', () => {
  expect(Object.keys(KIND_LABELS)).toEqual(Object.keys(GATEWAY_SETTINGS));
});

describe.each(KINDS)('%s', (kind) => {
  const fields = SETTING_FIELDS[kind];
  const { needed, usual, secrets } = GATEWAY_SETTINGS[kind];

  it('has a field for each setting, and none for what is no setting', () => {
    const names = fields.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...needed, ...Object.keys(usual)].sort());
    expect(new Set(fields.map(({ label }) => label)).size).toBe(names.length);
  });

  it('shows at once what must be given, and has a sentence on each', () => {
    for (const { name, group, hint } of fields) {
      if (needed.some((one) => one === name)) expect(group, name).toBeUndefined();
      expect(hint, name).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  it('offers the usual value of a choice, and asks for numbers where a number is usual', () => {
    const types = { number: 'number', boolean: 'flag', string: undefined } as const;
    for (const { name, type, options = [] } of fields) {
      const value = (usual as Record<string, unknown>)[name];
      if (type === 'choice') expect(options.map((one) => one.value)).toContain(usualValue(kind, name));
      else if (value !== null && value !== undefined)
        expect(type, name).toBe(types[typeof value as keyof typeof types]);
    }
  });

  it('folds away with a flag only what that flag is there for, and lets a secret go only where it may', () => {
    for (const { name, needs, without } of fields) {
      if (needs !== undefined) {
        expect(fields).toContainEqual(expect.objectContaining({ name: needs, type: 'flag' }));
      }
      if (without !== undefined) expect(isSecret(kind, name), name).toBe(true);
      if (without?.value === null) expect([...needed], name).not.toContain(name);
    }
    expect(secrets.every((name) => fields.some((field) => field.name === name))).toBe(true);
  });
});
