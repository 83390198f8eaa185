/** The outcome of a test at a glance: figures, a bar of verdicts, and a chip for each verdict that filters the executions. */
import type { Report } from '@textprobe/contract/messages';
import type { Verdict } from '@textprobe/domain/verdict';
import { useMemo } from 'react';
import { formatSeconds, summariseDelays } from '@textprobe/domain/delivery-time';
import { durationsByLog } from './durations.ts';
import { OutcomeBar } from './outcome-bar.tsx';
import classes from './summary-strip.module.css';
import { VerdictChips } from './verdict-chips.tsx';
import { countVerdicts } from '@textprobe/domain/verdict-tones';

interface SummaryStripProps {
  readonly report: Report;
  readonly verdict: Verdict | null;
  readonly onVerdict: (verdict: Verdict | null) => void;
}

export function SummaryStrip({ report, verdict, onVerdict }: SummaryStripProps) {
  const { testLogs, testLogCount, rate } = report;
  const counts = useMemo(() => countVerdicts(testLogs), [testLogs]);
  const delays = useMemo(() => summariseDelays(durationsByLog(report).values()), [report]);
  const percent = rate.deliveryRate === null ? '–' : `${rate.deliveryRate.toLocaleString('en-US')} %`;
  return (
    <section className={classes.strip} aria-label="Outcome">
      <dl className={classes.figures}>
        <div className={classes.rate}>
          <dt>Delivery rate</dt>
          <dd>{percent}</dd>
          <dd className={classes.formula}>
            {rate.known === 0
              ? 'No outcome known yet'
              : `${rate.received.toLocaleString('en-US')} received ÷ ${rate.known.toLocaleString('en-US')} known × 100`}
          </dd>
        </div>
        <Figure name="In progress" value={rate.inProgress.toLocaleString('en-US')} />
        <Figure name="Outcome unknown" value={rate.unknown.toLocaleString('en-US')} />
        {rate.offline > 0 && <Figure name="Phone offline" value={rate.offline.toLocaleString('en-US')} />}
        {rate.notSent > 0 && <Figure name="Not sent" value={rate.notSent.toLocaleString('en-US')} />}
        <Figure name="Median delay" value={delays === null ? '–' : formatSeconds(delays.medianSeconds)} />
        <Figure name="Slowest" value={delays === null ? '–' : formatSeconds(delays.slowestSeconds)} />
      </dl>
      <OutcomeBar counts={counts} />
      <VerdictChips counts={counts} total={testLogs.length} chosen={verdict} onChoose={onVerdict} />
      {testLogCount > testLogs.length && (
        <p className={classes.capped}>
          Rate, progress and unknown count all {testLogCount.toLocaleString('en-US')} messages; delays, bar
          and verdicts the newest {testLogs.length.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
