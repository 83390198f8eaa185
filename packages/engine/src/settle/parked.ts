/**
 * Parked evidence: receipts and receptions that found no message when they came. A receipt may come before its
 * submission's answer is committed; it is looked at again when answers are, by the process that commits them, each second
 * while it is young, and now and then for a day.
 */
import type { Log } from '@textprobe/database/log';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import { readParkedReceipts } from '@textprobe/database/receipts/raw-receipts';
import {
  lockParkedReceptions,
  readParkedReceptions,
  unparkReceptions,
} from '@textprobe/database/receptions/receptions';
import type { Taken } from '@textprobe/database/set-aside/taken';
import { createDuty, type Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import { workApart } from '../kit/work-apart.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { Aftermath } from './aftermath.ts';
import { applyFacts, type Changes } from './apply-facts.ts';
import { codesIn, compareWithSent, matchCodes } from './receive.ts';
import { recordEvidence } from './record-evidence.ts';

/** A span of instants, in epoch milliseconds; the end excluded. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** What a look at some parked evidence brought. `oldest`: of what was looked at; null when that was all in the span. */
export interface ParkedLook {
  readonly changes: Pick<Changes, 'testIds' | 'settledRunIds'>;
  readonly oldest: number | null;
}

const CHUNK = 1_000;

/** Looks again at the newest thousand of the receipts parked in a span. Null when there are none. */
export async function matchParkedReceipts(
  deps: WriteDeps,
  span: Span,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<ParkedLook | null> {
  return transact(deps, async (tx) => {
    const parked = await readParkedReceipts(tx, { ...span, limit, now: deps.clock.now() });
    const last = parked.at(-1);
    if (last === undefined) return null;
    await taken(
      tx,
      parked.map(({ id }) => id),
    );
    const evidence = parked.map((receipt) => ({ kind: 'receipt', receipt, parked: receipt }) as const);
    const { changes } = await recordEvidence(tx, evidence, deps.clock.now());
    return { changes, oldest: parked.length === limit ? last.at : null };
  });
}

/** Looks again at the newest thousand of the receptions parked in a span. Null when there are none. */
export async function matchParkedReceptions(
  deps: WriteDeps & { readonly codes: MessageCodes },
  span: Span,
  limit = CHUNK,
  taken: Taken = async () => {},
): Promise<ParkedLook | null> {
  return transact(deps, async (tx, isLastTry) => {
    const parked = await readParkedReceptions(tx, { ...span, limit, now: deps.clock.now() });
    const last = parked.at(-1);
    if (last === undefined) return null;
    await taken(
      tx,
      parked.map(({ id }) => id),
    );
    const now = deps.clock.now();
    const reports = parked.map((reception) => ({
      codes: codesIn(reception.code ?? '', reception.text),
      phoneId: reception.phone_id,
    }));
    const matches = await matchCodes(tx, deps.codes, reports, now);
    const held = await lockParkedReceptions(
      tx,
      parked.filter((_reception, index) => matches.has(index)),
    );
    const matched = parked.flatMap((reception, index) => {
      const match = matches.get(index);
      if (match === undefined || !held.has(reception.id)) return [];
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
    await unparkReceptions(tx, matched);
    const facts = matched.map(({ reception, message, comparison, senderComparison }) => ({
      key: message,
      fact: { kind: 'reception', at: reception.received_at, comparison, sender: senderComparison } as const,
    }));
    const changes = await applyFacts(tx, facts, now, { wait: isLastTry });
    return { changes, oldest: parked.length === limit ? last.received_at : null };
  });
}

const YOUNG_MS = 2 * 60_000;
const OLD_MS = 24 * 3_600_000;
/** How often the old ones are looked at. */
const OLD_EVERY_MS = 60_000;
/** So many thousands are looked at in one go. */
const MOST_LOOKS = 10;

/** How often the leader looks. */
const LOOK_EVERY_MS = 1_000;

interface SweepDeps extends WriteDeps {
  readonly codes: MessageCodes;
  readonly log: Log;
  readonly aftermath: Aftermath;
  readonly metrics?: EngineMetrics;
}

type Match = typeof matchParkedReceptions;

/** Looks through what came since `from`. */
async function lookAgain(
  deps: SweepDeps,
  kind: 'receipt' | 'reception',
  from: number,
  signal: AbortSignal,
): Promise<void> {
  const match: Match = kind === 'receipt' ? matchParkedReceipts : matchParkedReceptions;
  let before = Infinity;
  // A flood of receipts that are not ours must not keep this from its end, nor hide ours behind it.
  for (let look = 0; look < MOST_LOOKS && !signal.aborted; look += 1) {
    const span = { from, before };
    const found = await workApart(deps, kind, CHUNK, (limit, taken) => match(deps, span, limit, taken));
    if (found === null) return;
    deps.aftermath.tell(found.changes);
    if (found.oldest === null) return;
    before = found.oldest;
  }
}

export function createParkedSweep(deps: SweepDeps & { readonly leader: Leadership }): Duty {
  let oldLookedAt = -Infinity;
  return createLeaderDuty({
    ...deps,
    name: 'matching parked receipts and receptions',
    everyMs: LOOK_EVERY_MS,
    async run(signal, fence) {
      const now = deps.clock.now();
      const old = now - oldLookedAt >= OLD_EVERY_MS;
      if (old) oldLookedAt = now;
      const from = now - (old ? OLD_MS : YOUNG_MS);
      for (const kind of ['receipt', 'reception'] as const)
        await lookAgain({ ...deps, fence }, kind, from, signal);
    },
  });
}

/**
 * The same for young receipts whenever it is woken, in any process: who commits the answers that receipts wait for need not
 * wait for the leader. Row locks keep the two apart.
 */
export function createParkedLook(deps: SweepDeps): Duty {
  return createDuty({
    ...deps,
    name: 'matching parked receipts after their answers',
    everyMs: OLD_MS,
    run: (signal) => lookAgain(deps, 'receipt', deps.clock.now() - YOUNG_MS, signal),
  });
}
