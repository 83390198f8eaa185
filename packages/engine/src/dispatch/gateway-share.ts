/** What the workers that have one gateway open share of it, over the database: its rate, and the carrier's bind limit. */
import type { Database } from '@textprobe/database/core/connection';
import { countBoundElsewhere } from '@textprobe/database/gateways/gateway-links';
import { takeInstants } from '@textprobe/database/gateways/gateway-pace';
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '@textprobe/gateways/gateway-port';

/** Of one gateway in one worker, to be handed to it when it is opened. */
export function createGatewayShare(
  { db, clock }: { db: Database; clock: Clock },
  of: { gatewayId: number; workerId: string; settingsMark: string },
): GatewayShare {
  const { gatewayId, workerId, settingsMark } = of;
  return {
    settingsMark,
    takeInstants: (wanted) => takeInstants(db, { gatewayId, ...wanted }),
    countBoundElsewhere: () =>
      countBoundElsewhere(db, { gatewayId, workerId, settings: settingsMark, now: clock.now() }),
  };
}
