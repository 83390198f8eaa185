/**
 * Parked evidence: receipts and receptions that found no message when they came. A receipt may come before its
 * submission's answer is committed; the leader looks at it again each second while it is young, then ever less often for a day.
 */
import type { Log } from '@textprobe/database/core/log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import { readUnmatchedReceipts } from '@textprobe/database/receipts/raw-receipts';
import type { Span } from '@textprobe/database/receipts/unmatched-spans';
import {
  lockUnmatchedReceptions,
  markReceptionsMatched,
  readUnmatchedReceptions,
} from '@textprobe/database/receptions/receptions';
import type { Taken } from '@textprobe/database/set-aside/set-aside';
import type { Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import { applyFactsToLocked, distinctKeys } from '../settle/apply-facts.ts';
import type { MovedTests } from '../settle/counted-moves.ts';
import type { PostCommit } from '../settle/post-commit.ts';
import { codesIn, compareWithSent, matchCodes } from './match-arrivals.ts';
import { recordEvidence } from './record-evidence.ts';

/** What a look at some parked evidence brought. `oldest`: of what was looked at; null when that was all in the spans. */
export interface Rematch {
  readonly changes: MovedTests;
  readonly oldest: number | null;
}

const CHUNK = 1_000;
const ALL_TIME: readonly Span[] = [{ from: 0, before: Infinity }];

/** Looks again at the newest thousand of the receipts parked in some spans. Null when there are none. */
export async function rematchReceipts(
  deps: WriteDeps,
  spans: readonly Span[] = ALL_TIME,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Rematch | null> {
  return transact(deps, async (tx) => {
    const parked = await readUnmatchedReceipts(tx, { spans, limit, now: deps.clock.now() });
    const last = parked.at(-1);
    if (last === undefined) return null;
    await taken(tx, parked);
    const evidence = parked.map((receipt) => ({ kind: 'receipt', receipt, parked: receipt }) as const);
    const { changes } = await recordEvidence(tx, evidence, deps.clock.now());
    return { changes, oldest: parked.length === limit ? last.at : null };
  });
}

/** Looks again at the newest thousand of the receptions parked in some spans. Null when there are none. */
export async function rematchReceptions(
  deps: WriteDeps & { readonly codes: MessageCodes },
  spans: readonly Span[] = ALL_TIME,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Rematch | null> {
  return transact(deps, async (tx) => {
    const parked = await readUnmatchedReceptions(tx, { spans, limit, now: deps.clock.now() });
    const last = parked.at(-1);
    if (last === undefined) return null;
    await taken(tx, parked);
    const now = deps.clock.now();
    const reports = parked.map((reception) => ({
      codes: codesIn(reception.code ?? '', reception.text),
      phoneId: reception.phone_id,
    }));
    const matches = await matchCodes(tx, deps.codes, reports, now);
    const held = await lockUnmatchedReceptions(
      tx,
      parked.filter((_reception, index) => matches.has(index)),
    );
    // Those whose messages others have locked are left to the next look: see decision 0037.
    const messages = await lockMessages(tx, distinctKeys([...matches.values()]), { wait: false });
    const free = new Set(messages.map(({ id }) => id));
    const matched = parked.flatMap((reception, index) => {
      const match = matches.get(index);
      if (match === undefined || !free.has(match.id) || !held.has(reception.id)) return [];
      const { code } = match;
      const { comparison, sender: senderComparison } = compareWithSent(match, reception);
      return [
        {
          reception,
          code,
          message: match,
          comparison,
          senderComparison,
          filesToCompare: match.messageType === 'MMS',
        },
      ];
    });
    await markReceptionsMatched(tx, matched);
    const facts = matched.map(({ reception, message, comparison, senderComparison }) => ({
      key: message,
      fact: { kind: 'reception', at: reception.received_at, comparison, sender: senderComparison } as const,
    }));
    const changes = await applyFactsToLocked(tx, messages, facts, now);
    return { changes, oldest: parked.length === limit ? last.received_at : null };
  });
}

/** How often the leader looks. */
const LOOK_EVERY_MS = 1_000;
/** So many thousands are looked at in one go. */
const MOST_LOOKS = 10;
/** Younger ones are looked at each time. */
const YOUNG_MS = 8_000;
const OLD_MS = 24 * 3_600_000;

/**
 * What a look at `now` is about, the newest first, if the one before was at `since` (epoch milliseconds): the young, and of
 * the others those whose age has just doubled. A receipt that is not ours costs 22 looks a day and no write.
 */
function spansDue(since: number, now: number): Span[] {
  const spans: Span[] = [];
  let newer = { from: now - YOUNG_MS, before: Infinity };
  for (let age = YOUNG_MS; age <= OLD_MS; age *= 2) {
    spans.push(newer);
    newer = { from: Math.max(since - age, now - OLD_MS), before: Math.min(now - age, newer.from) };
  }
  return spans.filter(({ from, before }) => from < before);
}

interface SweepDeps extends WriteDeps {
  readonly codes: MessageCodes;
  readonly log: Log;
  readonly postCommit: PostCommit;
  readonly metrics?: EngineMetrics;
}

/** Looks through the spans. */
async function lookAgain(
  deps: SweepDeps,
  kind: 'receipt' | 'reception',
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<void> {
  const match: typeof rematchReceptions = kind === 'receipt' ? rematchReceipts : rematchReceptions;
  let left = spans;
  // A flood of receipts that are not ours must not keep this from its end, nor hide ours behind it.
  for (let look = 0; look < MOST_LOOKS && !signal.aborted; look += 1) {
    const found = await isolateFailures(deps, kind, CHUNK, (limit, taken) => match(deps, left, limit, taken));
    if (found === null) return;
    deps.postCommit.publish(found.changes);
    const { oldest } = found;
    if (oldest === null) return;
    left = left.flatMap(({ from, before }) =>
      from < oldest ? [{ from, before: Math.min(before, oldest) }] : [],
    );
  }
}

export function createUnmatchedSweep(deps: SweepDeps & { readonly leader: Leadership }): Duty {
  // A new leader looks at all of the day.
  let lookedAt = -Infinity;
  return createLeaderDuty({
    ...deps,
    name: 'matching parked receipts and receptions',
    everyMs: LOOK_EVERY_MS,
    async run(signal, fence) {
      const now = deps.clock.now();
      const spans = spansDue(lookedAt, now);
      for (const kind of ['receipt', 'reception'] as const)
        await lookAgain({ ...deps, fence }, kind, spans, signal);
      lookedAt = now;
    },
  });
}
