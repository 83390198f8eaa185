/** What the HTTP edge is told of the kinds of gateways: how settings are checked, what is secret, how one is tried. */
import type { Clock } from '@textprobe/domain/clock';
import {
  accountOf,
  checkGatewaySettings,
  GATEWAY_KINDS,
  isGatewayKind,
  probeGateway,
} from '@textprobe/gateways/kinds';
import type { GatewayKinds, SettingValues } from '@textprobe/server/features/gateways/gateway-settings';

/** Who waits at a screen for an answer waits no longer. Milliseconds. */
const PROBE_MS = 10_000;

export function createGatewayKinds(clock: Clock): GatewayKinds {
  return {
    traits: (kind) => (isGatewayKind(kind) ? GATEWAY_KINDS[kind] : { secrets: [], destination: [] }),
    check(kind, settings) {
      const check = read(kind, settings);
      if (!check.ok) return check;
      const { settings: gateway } = check;
      return { ok: true, sendsMms: gateway.sendsMms, account: accountOf(gateway) };
    },
    async probe(kind, settings) {
      const check = read(kind, settings);
      if (!check.ok) return { ok: false, words: check.faults.join(' '), tookMs: 0 };
      return probeGateway(check.settings, { clock, withinMs: PROBE_MS });
    },
  };
}

function read(kind: string, settings: SettingValues): ReturnType<typeof checkGatewaySettings> {
  if (isGatewayKind(kind)) return checkGatewaySettings(kind, settings);
  return { ok: false, faults: [`This version knows no gateways of the kind "${kind}".`] };
}
