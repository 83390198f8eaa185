/** One chip a verdict, with its count: the bar's legend, and the filter of the executions. */
import { describeVerdict, type Verdict } from '@textprobe/domain/verdict';
import { Tooltip } from '@mantine/core';
import { ToneSign } from './tone-sign.tsx';
import classes from './verdict-chips.module.css';
import { toneOf, type VerdictCount } from '@textprobe/domain/verdict-tones';

interface VerdictChipsProps {
  readonly counts: readonly VerdictCount[];
  readonly total: number;
  /** Null: all are shown. */
  readonly chosen: Verdict | null;
  readonly onChoose: (verdict: Verdict | null) => void;
}

export function VerdictChips({ counts, total, chosen, onChoose }: VerdictChipsProps) {
  // One chosen before its last message moved on stays, so that it can be let go.
  const shown =
    chosen === null || counts.some(({ verdict }) => verdict === chosen)
      ? counts
      : [...counts, { verdict: chosen, count: 0 }];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and meaning
    <div className={classes.chips} role="group" aria-label="Show executions by verdict">
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        all <span className={classes.count}>{total.toLocaleString('en-US')}</span>
      </button>
      {shown.map(({ verdict, count }) => (
        <Tooltip
          key={verdict}
          label={describeVerdict(verdict)}
          multiline
          maw={280}
          events={TOOLTIP_EVENTS}
          withinPortal={false}
        >
          <button
            type="button"
            className={classes.chip}
            aria-pressed={chosen === verdict}
            onClick={() => onChoose(chosen === verdict ? null : verdict)}
          >
            <ToneSign tone={toneOf(verdict)} />
            {verdict} <span className={classes.count}>{count.toLocaleString('en-US')}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false };
