/** A gateway that cannot be opened: it stands among the others, sends nothing, and says why. Its messages wait. */
import type { Gateway, LinkState } from './gateway-port.ts';

/** @param since epoch milliseconds */
export function createClosedGateway(options: {
  readonly name: string;
  readonly sendsMms: boolean;
  readonly reason: string;
  readonly since: number;
}): Gateway {
  const { name, sendsMms, reason, since } = options;
  const state: LinkState = { link: 'stopped', since, reason };
  return {
    name,
    sendsMms,
    capacity: () => 0,
    submit: async () => ({ kind: 'deferred', retryAfterMs: 60_000, reason }),
    start() {},
    async stop() {},
    state: () => state,
  };
}
