/** The settings of gateways in the database: checked as somebody gives them, and opened again as they are stored. */
import { aboutSecret, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import {
  accountOf,
  checkGatewaySettings,
  GATEWAY_KINDS,
  type GatewaySettings,
  isGatewayKind,
  probeGateway,
} from '@textprobe/gateways/kinds';
import type { GatewayKinds, SettingValues } from '@textprobe/server/features/gateways/gateway-settings';

/** Who waits at a screen for an answer waits no longer. Milliseconds. */
const PROBE_MS = 10_000;

/** What the HTTP edge is told of the kinds of gateways: how settings are checked, what is secret, how one is tried. */
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
  return { ok: false, faults: [unknownKind(kind)] };
}

type StoredGatewayRead =
  | { readonly ok: true; readonly gateway: GatewaySettings }
  /** A sentence for the log, without any secret. */
  | { readonly ok: false; readonly reason: string };

/**
 * A gateway of the database, ready for use: its secrets opened and its settings checked again.
 * @param publicUrl without it a provider that calls back cannot be used
 */
export function readStoredSettings(
  { id, kind, settings, secrets }: StoredGateway,
  { sealer, publicUrl }: { readonly sealer: Sealer; readonly publicUrl: string | null },
): StoredGatewayRead {
  if (!isGatewayKind(kind)) return { ok: false, reason: unknownKind(kind) };
  if (kind === 'twilio' && publicUrl === null) {
    return {
      ok: false,
      reason: 'PUBLIC_URL is not set: the provider would have nowhere to fetch files and to post.',
    };
  }
  try {
    const opened = secrets.map(
      ({ name, sealed }) => [name, sealer.open(sealed, aboutSecret(id, name))] as const,
    );
    const check = checkGatewaySettings(kind, { ...settings, ...Object.fromEntries(opened) });
    return check.ok ? { ok: true, gateway: check.settings } : { ok: false, reason: check.faults.join(' ') };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}

function unknownKind(kind: string): string {
  return `This version knows no gateways of the kind "${kind}".`;
}
