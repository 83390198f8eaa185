/** The table of gateway settings, as the form shows it. */
import { GATEWAY_SETTINGS } from '@textprobe/domain/gateway-settings';
import { describe, expect, it } from 'vitest';
import { defaultValueOf, isRequired, KIND_LABELS, SETTING_FIELDS } from './setting-fields.ts';

const KINDS = ['smpp', 'twilio'] as const;

it('knows all kinds', () => {
  expect(Object.keys(KIND_LABELS)).toEqual(Object.keys(GATEWAY_SETTINGS));
});

describe.each(KINDS)('%s', (kind) => {
  const fields = SETTING_FIELDS[kind];

  it('gives each setting a label of its own', () => {
    expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
  });

  it('shows required fields at once, and has a hint for each', () => {
    for (const field of fields) {
      if (isRequired(field)) expect(field.group, field.name).toBeUndefined();
      expect(field.hint, field.name).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  it('offers the default of a choice, and a number input where the default is a number', () => {
    const types = { number: 'number', boolean: 'flag', string: undefined } as const;
    for (const field of fields) {
      const { name, type, default: defaultValue, options = [] } = field;
      if (type === 'choice') expect(options.map((one) => one.value)).toContain(defaultValueOf(field));
      else if (defaultValue !== null && defaultValue !== undefined)
        expect(type, name).toBe(types[typeof defaultValue as keyof typeof types]);
    }
  });

  it('a flag hides only existing settings, and only optional secrets can be removed', () => {
    for (const field of fields) {
      const { name, needs, without, secret } = field;
      if (needs !== undefined) {
        expect(fields).toContainEqual(expect.objectContaining({ name: needs, type: 'flag' }));
      }
      if (without !== undefined) expect(secret, name).toBe(true);
      if (without?.value === null) expect(isRequired(field), name).toBe(false);
    }
  });
});
