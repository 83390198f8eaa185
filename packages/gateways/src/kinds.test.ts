/** Checks each kind of gateway against the table of settings that the console shows. */
import { defaultSettings, GATEWAY_SETTINGS } from '@textprobe/domain/gateway-settings';
import { describe, expect, it } from 'vitest';
import { checkGatewaySettings } from './kinds.ts';

const GIVEN = {
  smpp: { host: 'smsc.example', systemId: 'textprobe', password: 'x' },
  twilio: { accountSid: 'AC1', authToken: 'x' },
} as const;

describe.each(['smpp', 'twilio'] as const)('%s', (kind) => {
  const defaults = defaultSettings(GATEWAY_SETTINGS[kind]);
  const needed = Object.keys(GATEWAY_SETTINGS[kind]).filter((name) => !Object.hasOwn(defaults, name));

  it('has the settings of the table and fills in the defaults', () => {
    const check = checkGatewaySettings(kind, GIVEN[kind]);
    expect(check).toEqual({
      ok: true,
      settings: expect.objectContaining({ settings: { ...defaults, ...GIVEN[kind] } }),
    });
  });

  it('requires exactly the settings without a default in the table', () => {
    const check = checkGatewaySettings(kind, {});
    const missing = check.ok ? [] : check.faults.map((fault) => fault.split(' ', 1)[0]);
    expect(new Set(missing)).toEqual(new Set(needed));
  });
});
