/** Compares the product's messages after the kills with what the carriers counted. */
import { type MessageStatus, messageStatusFromRank } from '@textprobe/domain/message-status';
import { keyOf } from './counting-smsc.ts';
import { messagesOfTest } from './kill-run.ts';
import type { KillWorld } from './kill-world.ts';

export interface KillVerdict {
  readonly messages: number;
  /** Parts that the carriers received. */
  readonly parts: number;
  readonly statuses: ReadonlyMap<MessageStatus, number>;
  /** Parts submitted more than once. */
  readonly doubled: number;
  /** Submissions whose intent was not committed yet. */
  readonly withoutIntent: number;
  /** All other faults, one line each. */
  readonly faults: readonly string[];
}

export async function judgeKills(killed: KillWorld): Promise<KillVerdict> {
  const { world, tags } = killed;
  const carried = killed.carried();
  const rows = await world.db.selectFrom('messages').selectAll().execute();
  const statuses = new Map<MessageStatus, number>();
  const faults: string[] = [];
  const known = new Set<string>();

  if (rows.length !== tags.size * messagesOfTest(killed)) faults.push(`there are ${rows.length} messages`);
  for (const row of rows) {
    const key = keyOf({ tag: tags.get(row.test_id) ?? '', from: row.sender, to: row.recipient });
    const status = messageStatusFromRank(row.status);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    known.add(key);
    const reported = { status, submissionState: row.submission_state, hasEnded: row.settled_at !== null };
    faults.push(...faultsOf(reported, carried.get(key)).map((fault) => `${key} ${fault}`));
  }
  for (const key of carried.keys()) if (!known.has(key)) faults.push(`${key} is an unknown message`);

  const counts = [...carried.values()].flatMap(({ submitted }) => [...submitted.values()]);
  return {
    messages: rows.length,
    parts: counts.length,
    statuses,
    doubled: counts.filter((count) => count > 1).length,
    withoutIntent: killed.withoutIntent.length,
    faults,
  };
}

/** The faults of a message's reported state, given what its carrier received. */
export function faultsOf(
  reported: { status: MessageStatus; submissionState: number; hasEnded: boolean },
  carried: { isRefused: boolean; parts: number; submitted: { size: number } } | undefined,
): string[] {
  const allowed = allowedStatuses(carried);
  return [
    ...(allowed.includes(reported.status) ? [] : [`is ${reported.status}, not ${allowed.join(' or ')}`]),
    ...(reported.submissionState < 2 ? [`is stuck in state ${reported.submissionState}`] : []),
    ...(reported.hasEnded ? [] : ['has not ended']),
  ];
}

/** The correct final statuses: the phone posted every complete text until it was accepted. */
function allowedStatuses(carried: Parameters<typeof faultsOf>[1]): MessageStatus[] {
  if (carried === undefined) return ['UNKNOWN'];
  if (carried.isRefused) return ['FAILED', 'UNKNOWN'];
  if (carried.submitted.size === carried.parts) return ['RECEIVED'];
  // An incomplete text is known to have failed, since no phone can reassemble it.
  return carried.submitted.size > 0 ? ['UNKNOWN', 'FAILED'] : ['UNKNOWN'];
}
