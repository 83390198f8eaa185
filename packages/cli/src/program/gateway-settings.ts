/** Validates settings of gateways in the database, and decrypts stored ones. */
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

/** Timeout of a connection test: a user waits for it. Milliseconds. */
const PROBE_MS = 10_000;

/** Gives the server access to the gateway kinds: traits, validation and connection test. */
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
  /** For the log, without secrets. */
  | { readonly ok: false; readonly reason: string };

/**
 * Prepares a stored gateway for use: decrypts its secrets and validates its settings again.
 * @param publicUrl required for providers with callbacks
 */
export function readStoredSettings(
  { id, kind, settings, secrets }: StoredGateway,
  { sealer, publicUrl }: { readonly sealer: Sealer; readonly publicUrl: string | null },
): StoredGatewayRead {
  if (!isGatewayKind(kind)) return { ok: false, reason: unknownKind(kind) };
  if (kind === 'twilio' && publicUrl === null) {
    return {
      ok: false,
      reason: 'PUBLIC_URL is not set, and the provider needs it to fetch files and post statuses.',
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
  return `Unknown kind of gateway: "${kind}".`;
}
