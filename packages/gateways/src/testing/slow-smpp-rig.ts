/**
 * An SMPP gateway of which no message takes the fast path: its pace is shared, so each waits for its instant. The instants come
 * at once and as many as are asked for, so it does in the end what a gateway without a limit does.
 */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import type { GatewayShare } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { type SmppRig, setUpSmpp } from './smpp-rig.ts';
import type { RigOptions } from './test-carrier.ts';

/** Enough for the largest window, as long as instants are handed out a quarter of a second ahead. */
const SHARED_THROUGHPUT = 4_000;

/** With a throughput of its own the limit is that. */
export function setUpSlowSmpp(options: RigOptions, overrides: object = {}): Promise<SmppRig> {
  if (options.throughput !== undefined) return setUpSmpp({ ...options, ...overrides });
  const clock = createManualClock();
  const share: GatewayShare = {
    settingsMark: 'mark',
    async takeInstants({ count, intervalMs }) {
      // The last of them is now, so that none needs to be waited for.
      return { count, inMs: (1 - count) * intervalMs, databaseNow: clock.now() };
    },
    countBoundElsewhere: async () => 0,
  };
  const settings = { ...options, ...overrides, throughput: SHARED_THROUGHPUT };
  return setUpSmpp(settings, silentLog, undefined, clock, share);
}
