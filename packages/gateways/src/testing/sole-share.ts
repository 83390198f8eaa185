/** An in-memory `GatewayShare` for a gateway that no other process has open. */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';

export function createSoleShare(clock: Clock): GatewayShare {
  let nextAt = 0;
  return {
    settingsMark: 'sole',
    async takeInstants({ count: wanted, intervalMs, aheadMs }) {
      const databaseNow = clock.now();
      const first = Math.max(nextAt, databaseNow);
      const fits = Math.floor((databaseNow + aheadMs - first) / intervalMs) + 1;
      const count = Math.max(0, Math.min(wanted, fits));
      nextAt = first + count * intervalMs;
      return { count, inMs: first - databaseNow, databaseNow };
    },
    countBoundElsewhere: async () => 0,
  };
}
