/** A gateway of the database, ready for use: its secrets opened and its settings checked again. */
import { aboutSecret, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import { checkGatewaySettings, type GatewaySettings, isGatewayKind } from '@textprobe/gateways/kinds';

export type StoredGatewayRead =
  | { readonly ok: true; readonly gateway: GatewaySettings }
  /** A sentence for the log, without any secret. */
  | { readonly ok: false; readonly reason: string };

/** @param publicUrl without it a provider that calls back cannot be used */
export function readStoredSettings(
  { id, kind, settings, secrets }: StoredGateway,
  { sealer, publicUrl }: { readonly sealer: Sealer; readonly publicUrl: string | null },
): StoredGatewayRead {
  if (!isGatewayKind(kind)) {
    return { ok: false, reason: `This version knows no gateways of the kind "${kind}".` };
  }
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
