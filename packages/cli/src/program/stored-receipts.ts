/** The way in for the receipts of gateways in the database that post them. They come and go while the edge runs. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { readStoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import { createStatusCallback } from '@textprobe/gateways/twilio/status-callback';
import type { GatewayReceipts } from '@textprobe/server/features/gateways/receipt-inbox-routes';
import { receiptPath } from './reach.ts';
import { readStoredSettings } from './stored-gateway.ts';

/** Looks the gateway up at each receipt: by its key, which costs less than the write that follows. */
export function findStoredReceipts(options: {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: Log;
}): (gatewayId: number) => Promise<GatewayReceipts | null> {
  const { db, publicUrl, clock, log } = options;
  return async (id) => {
    const stored = await readStoredGateway(db, id);
    if (stored?.kind !== 'twilio') return null;
    const read = readStoredSettings(stored, options);
    if (!read.ok || read.gateway.kind !== 'twilio') {
      log.error(
        { gateway: stored.name, reason: read.ok ? '' : read.reason },
        'receipts of a gateway cannot be taken',
      );
      return null;
    }
    const path = receiptPath(id);
    const { authToken } = read.gateway.settings;
    const url = () => (publicUrl === null ? null : publicUrl + path);
    const inbox = createStatusCallback({ path, url, authToken, clock, log });
    return { gateway: { id, name: stored.name }, inbox };
  };
}
