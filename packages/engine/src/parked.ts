/**
 * Parked evidence: receipts and receptions that found no message when they came. A receipt may come before its
 * submission's answer is committed; it is looked at again when answers are, each second while it is young, and now and
 * then for a day.
 */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { takeParkedReceipts } from '@textprobe/database/receipts/raw-receipts';
import { takeParkedReceptions, unparkReceptions } from '@textprobe/database/receptions/receptions';
import type { Clock } from '@textprobe/domain/clock';
import type { Aftermath } from './aftermath.ts';
import { applyFacts, type Changes } from './apply-facts.ts';
import { createDuty, type Duty } from './duty.ts';
import { codesIn, compareWithSent, matchCodes } from './receive.ts';
import { recordEvidence } from './record-evidence.ts';
import { transact } from './transact.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

const CHUNK = 1_000;

/** Looks again at receipts parked since an instant (epoch milliseconds). @returns what changed, null for nothing parked */
export async function matchParkedReceipts(deps: Deps, since: number): Promise<Changes | null> {
  return transact(deps, async (tx) => {
    const parked = await takeParkedReceipts(tx, { from: since, limit: CHUNK });
    if (parked.length === 0) return null;
    const evidence = parked.map((receipt) => ({ kind: 'receipt', receipt, parked: receipt }) as const);
    return (await recordEvidence(tx, evidence, deps.clock.now())).changes;
  });
}

/** Looks again at receptions parked since an instant (epoch milliseconds). @returns as above */
export async function matchParkedReceptions(deps: Deps, since: number): Promise<Changes | null> {
  return transact(deps, async (tx) => {
    const parked = await takeParkedReceptions(tx, { from: since, limit: CHUNK });
    if (parked.length === 0) return null;
    const now = deps.clock.now();
    const reports = parked.map((reception) => ({
      codes: codesIn(reception.code ?? '', reception.text),
      phoneId: reception.phone_id,
    }));
    const matches = await matchCodes(tx, reports, now);
    const matched = parked.flatMap((reception, index) => {
      const match = matches.get(index);
      if (match === undefined) return [];
      const { code } = match;
      return [{ reception, code, message: match, comparison: compareWithSent(match, reception.text) }];
    });
    await unparkReceptions(tx, matched);
    const facts = matched.map(({ reception, message, comparison }) => ({
      key: message,
      fact: { kind: 'reception', at: reception.received_at, comparison } as const,
    }));
    return applyFacts(tx, facts, now);
  });
}

const YOUNG_MS = 2 * 60_000;
const OLD_MS = 24 * 3_600_000;
/** How often the old ones are looked at. */
const OLD_EVERY_MS = 60_000;

export function createParkedSweep(deps: Deps & { log: Log; aftermath: Aftermath }): Duty {
  let oldLookedAt = -Infinity;
  return createDuty({
    ...deps,
    name: 'matching parked receipts and receptions',
    everyMs: 1_000,
    async run() {
      const now = deps.clock.now();
      const old = now - oldLookedAt >= OLD_EVERY_MS;
      if (old) oldLookedAt = now;
      const since = now - (old ? OLD_MS : YOUNG_MS);
      for (const changes of [
        await matchParkedReceipts(deps, since),
        await matchParkedReceptions(deps, since),
      ]) {
        if (changes !== null) deps.aftermath.tell(changes);
      }
    },
  });
}
