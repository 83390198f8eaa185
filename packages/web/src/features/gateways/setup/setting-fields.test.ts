/** The form's fields against the table by which gateways validate their settings. */
import { GATEWAY_SETTINGS } from '@textprobe/domain/gateway-settings';
import { describe, expect, it } from 'vitest';
import { defaultValueOf, isSecret, KIND_LABELS, SETTING_FIELDS } from './setting-fields.ts';

const KINDS = ['smpp', 'twilio'] as const;

it('knows all kinds', () => {
  expect(Object.keys(KIND_LABELS)).toEqual(Object.keys(GATEWAY_SETTINGS));
});

describe.each(KINDS)('%s', (kind) => {
  const fields = SETTING_FIELDS[kind];
  const { needed, usual, secrets } = GATEWAY_SETTINGS[kind];

  it('has a field for each setting, and no other', () => {
    const names = fields.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...needed, ...Object.keys(usual)].sort());
    expect(new Set(fields.map(({ label }) => label)).size).toBe(names.length);
  });

  it('shows required fields at once, and has a hint for each', () => {
    for (const { name, group, hint } of fields) {
      if (needed.some((one) => one === name)) expect(group, name).toBeUndefined();
      expect(hint, name).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  it('offers the default of a choice, and a number input where the default is a number', () => {
    const types = { number: 'number', boolean: 'flag', string: undefined } as const;
    for (const { name, type, options = [] } of fields) {
      const value = (usual as Record<string, unknown>)[name];
      if (type === 'choice') expect(options.map((one) => one.value)).toContain(defaultValueOf(kind, name));
      else if (value !== null && value !== undefined)
        expect(type, name).toBe(types[typeof value as keyof typeof types]);
    }
  });

  it('hides with a flag only what belongs to it, and makes a secret removable only where it is optional', () => {
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
