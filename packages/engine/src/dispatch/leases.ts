/**
 * Leases: a claim not resolved within its lease belonged to a worker that is gone. Nobody knows whether its message was
 * sent, so it becomes UNKNOWN and is never resent automatically (promise 3, SERVER-4).
 *
 * No registry of live workers is needed: a gateway answers every submission within its response timeout, well below the
 * lease, so a live worker resolves its claims in time. The claiming worker stores the expiry with the claim, because it
 * knows its gateway's timeout; the sweeping worker may not even be able to open that gateway. A worker that was only cut
 * off corrects the message later: by its answer, or by giving back that same attempt, which it never sent.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { endLeases, hasStaleClaims, takeStaleClaims } from '@textprobe/database/messages/claim-endings';
import type { Taken } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import type { Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import { applyFacts, type Changes } from '../settle/apply-facts.ts';
import type { PostCommit } from '../settle/post-commit.ts';

const CHUNK = 1_000;
const ERROR = 'The sending process stopped before it could store the carrier’s answer.';

/**
 * Ends up to a thousand claims whose lease has expired.
 * @returns what changed, null if there were none
 */
export async function endStaleClaims(
  deps: WriteDeps,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Changes | null> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    if (!(await hasStaleClaims(tx, now))) return null;
    const stale = await takeStaleClaims(tx, { limit, now });
    if (stale.length === 0) {
      await endLeases(tx, now);
      return null;
    }
    await taken(tx, stale);
    const facts = stale.map(({ claimedAt, ...key }) => ({
      key,
      fact: { kind: 'lease-ended', at: claimedAt, error: ERROR } as const,
    }));
    return applyFacts(tx, facts, now);
  });
}

export function createLeaseSweep(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  postCommit: PostCommit;
  metrics: EngineMetrics;
  leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'ending claims of lost workers',
    everyMs: 1_000,
    async run(signal, fence) {
      const led = { ...deps, fence };
      for (;;) {
        const changes = await isolateFailures(led, 'lease', CHUNK, (limit, taken) =>
          endStaleClaims(led, limit, taken),
        );
        if (changes === null) return;
        deps.metrics.claimsLost(changes.statuses.size);
        deps.postCommit.publish(changes);
        if (signal.aborted) return;
      }
    },
  });
}
