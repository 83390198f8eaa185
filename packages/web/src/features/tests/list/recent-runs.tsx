/** A strip with the last runs, the newest on the right (EVIDENCE-6). */
import type { Test } from '@textprobe/contract/tests';
import { toneOfRun } from '@textprobe/domain/verdict-tones';
import tones from '../../../ui/tones.module.css';
import classes from './recent-runs.module.css';
import { runsInWords } from './test-words.ts';

export function RecentRuns({ runs }: { readonly runs: Test['recentRuns'] }) {
  if (runs.length === 0) return null;
  return (
    <div className={classes.strip} role="img" aria-label={runsInWords(runs)} data-tip={runsInWords(runs)}>
      {runs.toReversed().map(({ runId, status }) => (
        <span key={runId} className={`${classes.run} ${tones[toneOfRun(status)]}`} />
      ))}
    </div>
  );
}
