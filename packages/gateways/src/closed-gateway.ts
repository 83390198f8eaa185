/** A gateway that cannot be opened: it stands among the others, sends nothing, and says why. Its messages wait. */
import type { Gateway, LinkState, SubmissionOutcome } from './gateway-port.ts';

/** @param since epoch milliseconds */
export function createClosedGateway(options: {
  readonly name: string;
  readonly sendsMms: boolean;
  readonly reason: string;
  readonly since: number;
}): Gateway {
  const { name, sendsMms, reason, since } = options;
  const state: LinkState = { link: 'stopped', since, reason };
  const deferred: SubmissionOutcome = { kind: 'deferred', retryAfterMs: 60_000, reason };
  return {
    name,
    sendsMms,
    capacity: () => 0,
    submitBatch(messages, onOutcome) {
      for (const message of messages) onOutcome(message, deferred);
    },
    start() {},
    async stop() {},
    state: () => state,
  };
}
