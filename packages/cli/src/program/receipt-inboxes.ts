/** The inboxes for receipts that carriers post, for gateways of the settings and of the database. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { addIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
import { readStoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { IgnoredReceipt } from '@textprobe/gateways/gateway-port';
import { createStatusCallback } from '@textprobe/gateways/twilio/status-callback';
import type { GatewayReceipts } from '@textprobe/server/features/gateways/receipt-inbox-routes';
import { type Reach, receiptPath, receiptUrl } from './callback-urls.ts';
import { registerConfigured } from './configured-gateways.ts';
import { readStoredSettings } from './gateway-settings.ts';
import type { ConfiguredGateway } from './gateways-file.ts';

interface ReceiptDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** For gateways of the settings. Registers them too, since the server may start before any worker. */
export async function openReceiptInboxes({
  configuredGateways,
  reach,
  ...deps
}: ReceiptDeps & {
  readonly configuredGateways: readonly ConfiguredGateway[];
  readonly reach: Reach;
}): Promise<GatewayReceipts[]> {
  const ids = configuredGateways.length === 0 ? [] : await registerConfigured(deps.db, configuredGateways);
  return [...ids].flatMap(([id, gateway]) => {
    if (gateway.kind !== 'twilio') return [];
    const { name, settings } = gateway;
    return [takeReceipts({ id, name }, settings.authToken, () => receiptUrl(reach.origin(), id), deps)];
  });
}

/**
 * For gateways of the database, which change while the server runs: each receipt looks its gateway up by primary key, which
 * costs less than the write that follows.
 */
export function findStoredReceipts(
  options: ReceiptDeps & { readonly sealer: Sealer; readonly publicUrl: string | null },
): (gatewayId: number) => Promise<GatewayReceipts | null> {
  const { db, publicUrl, log } = options;
  return async (id) => {
    const stored = await readStoredGateway(db, id);
    if (stored?.kind !== 'twilio') return null;
    const { name } = stored;
    const read = readStoredSettings(stored, options);
    if (!read.ok || read.gateway.kind !== 'twilio') {
      log.error({ gateway: name, reason: read.ok ? '' : read.reason }, 'cannot accept receipts of a gateway');
      return null;
    }
    const { authToken } = read.gateway.settings;
    return takeReceipts({ id, name }, authToken, () => receiptUrl(publicUrl, id), options);
  };
}

function takeReceipts(
  gateway: GatewayReceipts['gateway'],
  authToken: string,
  url: () => string | null,
  { db, clock, log }: ReceiptDeps,
): GatewayReceipts {
  const path = receiptPath(gateway.id);
  const onIgnored = ({ reason, at, masked }: IgnoredReceipt) =>
    addIgnoredReceipts(db, [{ gatewayId: gateway.id, reason, count: 1, newestAt: at, newest: masked }]);
  return { gateway, inbox: createStatusCallback({ path, url, authToken, clock, log, onIgnored }) };
}
