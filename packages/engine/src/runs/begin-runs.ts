/** Makes the first messages of runs: of a small one all, of a large one as many as fit, so that no other waits for the rest. */
import { isDatabaseUnavailable } from '@textprobe/database/database-errors';
import type { ExpansionDeps } from './create-messages.ts';
import { type ExpandedChunk, expandNextChunk } from './expand-run.ts';

export interface BeginDeps extends ExpansionDeps {
  /** Called after each chunk's commit: its messages wait to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
}

/**
 * Ends early when the signal says so. Safe to be called twice at once. Where making the messages of several fails, each is
 * begun by itself.
 * @param onFailed hears of a run that failed by itself; without it the log does, and the run maker tries again later
 * @returns the runs that have not got all their messages, but for those that failed
 * @throws the error where one run alone was to be begun and nobody hears of it, or the database is away
 */
export async function beginRuns(
  deps: BeginDeps,
  runIds: readonly number[],
  signal: AbortSignal,
  onFailed?: (runId: number, error: unknown) => Promise<void>,
): Promise<readonly number[]> {
  const begun: number[] = [];
  let left = runIds;
  while (left.length > 0 && !signal.aborted) {
    try {
      const expansion = await expandNextChunk(deps, left);
      for (const chunk of expansion.chunks) deps.onChunk(chunk);
      begun.push(...expansion.begun);
      left = expansion.left;
    } catch (error) {
      const [alone] = left;
      if (isDatabaseUnavailable(error) || alone === undefined) throw error;
      if (left.length === 1) {
        if (onFailed === undefined) throw error;
        await onFailed(alone, error);
        return begun;
      }
      for (const runId of left) begun.push(...(await beginRuns(deps, [runId], signal, onFailed ?? tellLog)));
      return begun;
    }
  }
  return [...begun, ...left];

  async function tellLog(runId: number, error: unknown): Promise<void> {
    deps.log.warn({ err: error, runId }, 'the messages of a run could not be made yet');
  }
}
