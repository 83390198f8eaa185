/** Validates settings of gateways in the database, and decrypts stored ones. */
import { aboutSecret, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import {
  accountOf,
  checkGatewaySettings,
  GATEWAY_KINDS,
  type GatewaySettings,
  isGatewayKind,
  probeGateway,
  targetOf,
} from '@textprobe/gateways/kinds';
import { findCarrierHost } from '@textprobe/media/carrier-network';
import type { PrivateDeps } from '@textprobe/media/private-network';
import type { GatewayKinds, SettingValues } from '@textprobe/server/features/gateways/gateway-settings';

/** Timeout of a connection test: a user waits for it. Milliseconds. */
const PROBE_MS = 10_000;

interface KindsDeps extends PrivateDeps {
  /** Whether connection tests may reach any address, since the simulated carriers are on this machine. */
  readonly hasLab: boolean;
}

/** Gives the server access to the gateway kinds: traits, validation and connection test. */
export function createGatewayKinds({ hasLab, ...deps }: KindsDeps): GatewayKinds {
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
      return (hasLab ? probeAnywhere : probeCarrier)(check.settings, deps);
    },
  };
}

type Outcome = Awaited<ReturnType<GatewayKinds['probe']>>;

async function probeAnywhere(gateway: GatewaySettings, { clock }: PrivateDeps): Promise<Outcome> {
  const { ok, words, tookMs } = await probeGateway(gateway, { clock, withinMs: PROBE_MS });
  return { ok, words, tookMs };
}

/** In a private network, it shows only whether a carrier accepts the account, not which ports are open. */
async function probeCarrier(gateway: GatewaySettings, deps: PrivateDeps): Promise<Outcome> {
  const { clock } = deps;
  const target = targetOf(gateway);
  const host = await findCarrierHost(deps, target);
  if (!host.ok) return { ok: false, words: host.message, tookMs: 0 };
  const startedAt = clock.now();
  const { lookup } = host;
  const { isAnswer, ok, words, tookMs } = await probeGateway(gateway, { clock, withinMs: PROBE_MS, lookup });
  if (host.isPublic || isAnswer) return { ok, words, tookMs };
  // A closed port fails at once, an open one only after the timeout.
  await clock.sleep(Math.max(0, startedAt + PROBE_MS - clock.now()));
  const advice =
    'Check host, port, TLS and the network or VPN; once the gateway is saved, its link shows the reason.';
  return {
    ok: false,
    words: `No carrier answered at ${target.host}:${target.port}. ${advice}`,
    tookMs: PROBE_MS,
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
