/** Stores how the files of a handset report compare with those that were sent, and applies it to the message. */
import {
  type FileComparison,
  keepFileComparison,
  type ReceptionToCompare,
} from '@textprobe/database/receptions/file-comparisons';
import { findingOfFiles } from '@textprobe/domain/file-classes';
import { transact, type WriteDeps } from '../kit/transact.ts';
import { applyFacts } from '../settle/apply-facts.ts';
import type { MovedTests } from '../settle/counted-moves.ts';

/** Idempotent. @returns what changed, to publish after the commit */
export function recordFiles(
  deps: WriteDeps,
  reception: ReceptionToCompare,
  files: readonly FileComparison[],
): Promise<MovedTests> {
  return transact(deps, async (tx) => {
    const finding = findingOfFiles(files.map(({ outcome }) => outcome));
    const fact = { kind: 'files', files: finding } as const;
    const changes = await applyFacts(tx, [{ key: reception.message, fact }], deps.clock.now());
    await keepFileComparison(tx, reception, files, finding);
    // The comparison of each file is shown, even where it changes no ledger.
    return { ...changes, testIds: new Set([...changes.testIds, reception.testId]) };
  });
}
