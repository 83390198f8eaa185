/** One chip a verdict, with its count: the bar's legend, and the filter of the executions. */
import { describeVerdict, type Verdict } from '@textprobe/domain/verdict';
import { toneOf, type VerdictCount } from '@textprobe/domain/verdict-tones';
import { Chips } from './chips.tsx';

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
    <Chips
      label="Show executions by verdict"
      all={{ label: 'all', count: total }}
      chips={shown.map(({ verdict, count }) => ({
        value: verdict,
        label: verdict,
        about: describeVerdict(verdict),
        tone: toneOf(verdict),
        count,
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
