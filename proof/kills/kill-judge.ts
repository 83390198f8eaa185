/** Says what is wrong after the kills: the product's messages beside what the carriers counted. */
import { type MessageStatus, messageStatusFromRank } from '@textprobe/domain/message-status';
import { keyOf } from './counting-smsc.ts';
import { messagesOfTest } from './kill-run.ts';
import type { KillWorld } from './kill-world.ts';

export interface KillVerdict {
  readonly messages: number;
  /** Parts that the carriers had. */
  readonly parts: number;
  readonly statuses: ReadonlyMap<MessageStatus, number>;
  /** Parts that a carrier had more than once. */
  readonly doubled: number;
  /** Submissions that came before their intent could be read. */
  readonly withoutIntent: number;
  /** Whatever else is wrong, a line each. */
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
    const said = { status, submissionState: row.submission_state, hasEnded: row.settled_at !== null };
    faults.push(...faultsOf(said, carried.get(key)).map((fault) => `${key} ${fault}`));
  }
  for (const key of carried.keys()) if (!known.has(key)) faults.push(`${key} is no message of ours`);

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

/** What is wrong with what is said of a message, beside what its carrier had of it. */
export function faultsOf(
  said: { status: MessageStatus; submissionState: number; hasEnded: boolean },
  carried: { isRefused: boolean; parts: number; submitted: { size: number } } | undefined,
): string[] {
  const ends = mayBe(carried);
  return [
    ...(ends.includes(said.status) ? [] : [`is ${said.status}, not ${ends.join(' or ')}`]),
    ...(said.submissionState < 2 ? [`is stuck in state ${said.submissionState}`] : []),
    ...(said.hasEnded ? [] : ['has not ended']),
  ];
}

/** The ends that are true: a text that the carrier had whole was posted, and heard, in the end. */
function mayBe(carried: Parameters<typeof faultsOf>[1]): MessageStatus[] {
  if (carried === undefined) return ['UNKNOWN'];
  if (carried.isRefused) return ['FAILED', 'UNKNOWN'];
  if (carried.submitted.size === carried.parts) return ['RECEIVED'];
  // Of a text that was begun and surely not ended it is known that no phone can assemble it.
  return carried.submitted.size > 0 ? ['UNKNOWN', 'FAILED'] : ['UNKNOWN'];
}
