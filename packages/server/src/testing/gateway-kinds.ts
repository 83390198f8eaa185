/** Stubs of two gateway kinds: each with a secret and a validation, without any network. */
import type { GatewayKinds } from '../features/gateways/gateway-settings.ts';

export const TEST_KINDS: GatewayKinds = {
  traits: (kind) =>
    kind === 'smpp'
      ? { secrets: ['password'], destination: ['host', 'port'] }
      : { secrets: ['authToken'], destination: ['baseUrl'] },
  check(kind, settings) {
    const wanted = kind === 'smpp' ? ['host', 'password'] : ['accountSid', 'authToken'];
    const known = [...wanted, 'port', 'window', 'throughput', 'baseUrl'];
    const faults = [
      ...Object.keys(settings)
        .filter((name) => !known.includes(name))
        .map((name) => `"${name}" is not a setting of this kind; the settings are ${known.join(', ')}.`),
      ...wanted
        .filter((name) => settings[name] === undefined)
        .map((name) => `${name} is missing: enter a text.`),
    ];
    if (faults.length > 0) return { ok: false, faults };
    return {
      ok: true,
      sendsMms: kind === 'twilio',
      account: kind === 'smpp' ? String(settings['host']) : null,
    };
  },
  probe: async (kind, { host, password, authToken }) => ({
    ok: true,
    words: `A ${kind} gateway was tried at ${String(host)} with ${String(password ?? authToken).length} characters.`,
    tookMs: 1,
  }),
};
