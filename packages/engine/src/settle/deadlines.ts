/** Deadlines and expiries: ends messages that stayed unconfirmed or unsent for too long (promise 4, SERVER-3). */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findLinks } from '@textprobe/database/gateways/gateway-links';
import { findGatewayNames } from '@textprobe/database/gateways/gateway-list';
import { readPresences } from '@textprobe/database/handsets/phone-health';
import { endDeadlines } from '@textprobe/database/messages/claim-endings';
import {
  nearestDeadline,
  type OverdueMessage,
  takeExpired,
  takeOverdue,
} from '@textprobe/database/messages/message-deadlines';
import type { Taken } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { describeHoldUp } from '@textprobe/domain/hold-up';
import { lastSeenBefore, OFFLINE_AFTER_MS, wasAwayFor } from '@textprobe/domain/phone-presence';
import type { Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import { applyFacts, type Changes } from './apply-facts.ts';
import type { PostCommit } from './post-commit.ts';

const CHUNK = 1_000;

const NOTHING: Changes = { testIds: new Set(), settledRunIds: new Set(), statuses: new Map() };

/**
 * Ends up to a thousand overdue messages, or claims with nothing left to wait for.
 * @returns what changed, null if nothing is overdue
 */
export async function endOverdue(
  deps: WriteDeps & { offlineAfterMs?: number },
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Changes | null> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    // Usually nothing is due, and this check avoids planning a query over all partitions of messages.
    if (((await nearestDeadline(tx, now)) ?? Infinity) > now) return null;
    const expired = await takeExpired(tx, { now, limit });
    const overdue = expired.length > 0 ? expired : await takeOverdue(tx, { now, limit });
    if (overdue.length === 0) {
      return (await endDeadlines(tx, now)) > 0 ? NOTHING : null;
    }
    await taken(tx, overdue);
    const absences = await findAbsences(tx, overdue, deps.offlineAfterMs ?? OFFLINE_AFTER_MS);
    const holdUps = await findHoldUps(tx, overdue, now);
    return applyFacts(
      tx,
      overdue.map((message) => {
        const error = message.isInFlight ? null : (holdUps.get(message.gatewayId) ?? null);
        return { key: message, fact: { kind: 'deadline', error, ...absences.get(message.id) } };
      }),
      now,
    );
  });
}

/** What messages that were never sent waited for, by gateway. */
async function findHoldUps(
  tx: Transaction,
  overdue: readonly OverdueMessage[],
  now: number,
): Promise<Map<number, string>> {
  const gatewayIds = overdue.flatMap(({ isInFlight, gatewayId }) => (isInFlight ? [] : [gatewayId]));
  if (gatewayIds.length === 0) return new Map();
  const names = await findGatewayNames(tx, gatewayIds);
  const links = await findLinks(tx, now);
  return new Map(
    [...new Set(gatewayIds)].map((id) => {
      const hold = describeHoldUp({ name: names.get(id) ?? null, link: links.get(id) ?? null });
      return [id, `Waited for ${hold}`];
    }),
  );
}

/** Deadline details, by message, for messages whose phone was offline. */
async function findAbsences(
  tx: Transaction,
  overdue: readonly OverdueMessage[],
  offlineAfterMs: number,
): Promise<Map<number, { handsetOffline: true; handsetHeardAt: number }>> {
  const { watch, phones } = await readPresences(
    tx,
    overdue.map(({ phoneId }) => phoneId),
  );
  return new Map(
    overdue.flatMap(({ id, phoneId, isInFlight, deadlineAt, deadlineMs }) => {
      const presence = phones.get(phoneId);
      // A message that was never sent is our failure, whether or not the phone was online.
      if (presence === undefined || !isInFlight) return [];
      const wait = { from: deadlineAt - deadlineMs, until: deadlineAt };
      if (!wasAwayFor(presence, watch, offlineAfterMs, wait)) return [];
      return [[id, { handsetOffline: true, handsetHeardAt: lastSeenBefore(presence, deadlineAt) }] as const];
    }),
  );
}

/** Sleeps until the nearest deadline, at most a second: a message created since may have a nearer one. */
const LONGEST_SLEEP_MS = 1_000;
/** And at least this long, so that deadlines close together share a pass. */
const SHORTEST_SLEEP_MS = 50;

export function createDeadlineSweep(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  postCommit: PostCommit;
  metrics: EngineMetrics;
  offlineAfterMs?: number;
  leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'ending overdue messages',
    everyMs: LONGEST_SLEEP_MS,
    async run(signal, fence) {
      const led = { ...deps, fence };
      for (;;) {
        const changes = await isolateFailures(led, 'deadline', CHUNK, (limit, taken) =>
          endOverdue(led, limit, taken),
        );
        if (changes === null) break;
        deps.metrics.deadlinesPassed(changes.statuses.size);
        deps.postCommit.publish(changes);
        if (signal.aborted) break;
      }
      const nearest = await nearestDeadline(deps.db, deps.clock.now());
      return nearest === null ? LONGEST_SLEEP_MS : Math.max(SHORTEST_SLEEP_MS, nearest - deps.clock.now());
    },
  });
}
