/**
 * Rematches receipts and receptions that found no message when they arrived. A receipt may arrive before its answer is
 * committed; the leader retries it every second while it is young, then less and less often for a day.
 */
import type { Log } from '@textprobe/database/core/log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import type { CodeMatch } from '@textprobe/database/messages/messages-by-code';
import { readUnmatchedReceipts } from '@textprobe/database/receipts/raw-receipts';
import type { Span } from '@textprobe/database/receipts/unmatched-spans';
import {
  lockUnmatchedReceptions,
  markReceptionsMatched,
  readUnmatchedReceptions,
  type UnmatchedReception,
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
import { type FoundPart, findSeparateParts } from './separate-parts.ts';

/**
 * Result of a pass. `oldest`: when the oldest row read arrived, epoch milliseconds; null if the spans contain no more
 * rows.
 */
export interface Rematch {
  readonly changes: MovedTests;
  readonly oldest: number | null;
}

const CHUNK = 1_000;
const ALL_TIME: readonly Span[] = [{ from: 0, before: Infinity }];

/** Rematches the newest thousand unmatched receipts in these spans. Null if there are none. */
export async function rematchReceipts(
  deps: WriteDeps,
  spans: readonly Span[] = ALL_TIME,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Rematch | null> {
  return transact(deps, async (tx) => {
    const unmatched = await readUnmatchedReceipts(tx, { spans, limit, now: deps.clock.now() });
    const last = unmatched.at(-1);
    if (last === undefined) return null;
    await taken(tx, unmatched);
    const evidence = unmatched.map((receipt) => ({ kind: 'receipt', receipt, stored: receipt }) as const);
    const { changes } = await recordEvidence(tx, evidence, deps.clock.now());
    return { changes, oldest: unmatched.length === limit ? last.at : null };
  });
}

/**
 * Rematches the newest thousand unmatched receptions in these spans, and puts together the parts of long texts that phones
 * reported as messages of their own. Null if there are none.
 */
export async function rematchReceptions(
  deps: WriteDeps & { readonly codes: MessageCodes },
  spans: readonly Span[] = ALL_TIME,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<Rematch | null> {
  return transact(deps, async (tx) => {
    const unmatched = await readUnmatchedReceptions(tx, { spans, limit, now: deps.clock.now() });
    const last = unmatched.at(-1);
    if (last === undefined) return null;
    await taken(tx, unmatched);
    const now = deps.clock.now();
    const reports = unmatched.map((reception) => ({
      codes: codesIn(reception.code ?? '', reception.text),
      phoneId: reception.phone_id,
      partnerIds: null,
    }));
    const matches = await matchCodes(tx, deps.codes, reports, now);
    const others = unmatched.filter((_reception, index) => !matches.has(index));
    const parts = await findSeparateParts(tx, deps.codes, others, now);
    const separate = [...parts.values()].flat();
    const held = await lockUnmatchedReceptions(tx, [
      ...unmatched.filter((_reception, index) => matches.has(index)),
      ...separate.flatMap(({ reception }) => (reception.message_id === null ? [reception] : [])),
    ]);
    // Messages locked by others are left to the next pass: see decision 0006.
    const keys = [...matches.values(), ...separate.map(({ message }) => message)];
    const messages = await lockMessages(tx, distinctKeys(keys), { wait: false });
    const free = new Set(messages.map(({ id }) => id));
    const matched = [
      ...unmatched.flatMap((reception, index) => {
        const match = matches.get(index);
        return match !== undefined && held.has(reception.id) ? [matchedWhole(reception, match)] : [];
      }),
      ...[...parts.values()].flatMap((all) =>
        all.every(({ reception: { id, message_id: of } }) => of !== null || held.has(id))
          ? all.map(matchedPart)
          : [],
      ),
    ].filter(({ message }) => free.has(message.id));
    await markReceptionsMatched(tx, matched);
    const facts = matched.map(
      ({ reception, message, comparison, senderComparison: sender, fileFinding: files }) => ({
        key: message,
        fact: { kind: 'reception', at: reception.received_at, comparison, sender, files } as const,
      }),
    );
    const changes = await applyFactsToLocked(tx, messages, facts, now);
    return { changes, oldest: unmatched.length === limit ? last.received_at : null };
  });
}

function matchedWhole(reception: UnmatchedReception, message: CodeMatch) {
  const { comparison, sender: senderComparison } = compareWithSent(message, reception);
  const isMms = message.messageType === 'MMS';
  const fileFinding = isMms ? reception.file_finding : null;
  const filesToCompare = isMms && fileFinding === null;
  const { code } = message;
  return {
    reception,
    code,
    message,
    comparison,
    senderComparison,
    fileFinding,
    filesToCompare,
    part: null as number | null,
  };
}

/** All parts have the comparison of their joined text. */
function matchedPart({ reception, message, part }: FoundPart) {
  return { ...matchedWhole(reception, message), comparison: 'joined wrongly' as const, part };
}

const PASS_EVERY_MS = 1_000;
/** Batches of a thousand per pass. */
const MAX_BATCHES = 10;
/** Younger ones are retried in every pass. */
const YOUNG_MS = 8_000;
const OLD_MS = 24 * 3_600_000;

/**
 * The spans that a pass at `now` covers, newest first, after a pass at `since` (epoch milliseconds): everything young,
 * and older rows whose age has just doubled. A receipt without a message costs 22 lookups a day and no write.
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

async function rematchSpans(
  deps: SweepDeps,
  kind: 'receipt' | 'reception',
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<void> {
  const match: typeof rematchReceptions = kind === 'receipt' ? rematchReceipts : rematchReceptions;
  let left = spans;
  // A flood of foreign receipts must neither keep the pass from ending nor hide our own behind it.
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
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
  // A new leader starts with the whole day.
  let lastPassAt = -Infinity;
  return createLeaderDuty({
    ...deps,
    name: 'rematching receipts and receptions',
    everyMs: PASS_EVERY_MS,
    async run(signal, fence) {
      const now = deps.clock.now();
      const spans = spansDue(lastPassAt, now);
      for (const kind of ['receipt', 'reception'] as const)
        await rematchSpans({ ...deps, fence }, kind, spans, signal);
      lastPassAt = now;
    },
  });
}
