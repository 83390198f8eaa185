/** Makes the first messages of runs: of a small one all, of a large one as many as fit, so that no other waits for the rest. */
import { type ExpandedChunk, type ExpansionDeps, expandNextChunk } from './expand-run.ts';

export interface BeginDeps extends ExpansionDeps {
  /** Called after each chunk's commit: its messages wait to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
}

/**
 * Ends early when the signal says so. Safe to be called twice at once.
 * @returns the runs that have not got all their messages
 */
export async function beginRuns(
  deps: BeginDeps,
  runIds: readonly number[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const begun: number[] = [];
  let left = runIds;
  while (left.length > 0 && !signal.aborted) {
    const expansion = await expandNextChunk(deps, left);
    for (const chunk of expansion.chunks) deps.onChunk(chunk);
    begun.push(...expansion.begun);
    left = expansion.left;
  }
  return [...begun, ...left];
}
