/**
 * Leases: a claim that nobody resolved within the lease belonged to a worker that is gone. Whether its message was
 * written nobody knows, so it becomes UNKNOWN and is never sent again by the machine (promise 3, SERVER-4).
 *
 * No register of living workers is needed: a gateway answers every submission within its response timeout, which is
 * well below the lease, so a living worker's claims are resolved in time. The expiry is stored with the claim, by the
 * worker that knows its gateway's timeout: the one that sweeps may not even be able to open that gateway. A worker that
 * was only cut off corrects the message later: by its answer, or by giving back the very attempt, which it never wrote.
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
const ERROR = 'The process that was sending this message ended before it could note the carrier’s answer.';

/** Ends up to a thousand claims whose lease has ended. @returns what changed, null when there were none */
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
    name: 'ending the claims of workers that are gone',
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
