/**
 * An SMPP gateway that never takes the fast path, because it has a throughput limit and every message waits for an instant.
 * All requested instants are granted at once, so it behaves like a gateway without a limit.
 */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import type { GatewayShare } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { type SmppRig, setUpSmpp } from './smpp-rig.ts';
import type { RigOptions } from './test-carrier.ts';

/** A quarter of a second of this is enough for the largest window. */
const SHARED_THROUGHPUT = 4_000;

/** A throughput in the options takes precedence. */
export function setUpSlowSmpp(options: RigOptions, overrides: object = {}): Promise<SmppRig> {
  if (options.throughput !== undefined) return setUpSmpp({ ...options, ...overrides });
  const clock = createManualClock();
  const share: GatewayShare = {
    settingsMark: 'mark',
    async takeInstants({ count, intervalMs }) {
      // The last instant is now, so none requires waiting.
      return { count, inMs: (1 - count) * intervalMs, databaseNow: clock.now() };
    },
    countBoundElsewhere: async () => 0,
  };
  const settings = { ...options, ...overrides, throughput: SHARED_THROUGHPUT };
  return setUpSmpp(settings, silentLog, undefined, clock, share);
}
