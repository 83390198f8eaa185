/** The outcome of a test at a glance: figures, a bar of verdicts, a chip for each verdict and a matrix by carrier that filter the executions. */
import { Text } from '@mantine/core';
import type { Report } from '@textprobe/contract/messages';
import { formatSeconds, summarizeDelays } from '@textprobe/domain/delivery-time';
import { figure } from '@textprobe/domain/figures';
import { deliveryRateWords } from '@textprobe/domain/report-rate';
import { describeVerdict, type Verdict } from '@textprobe/domain/verdict';
import { countVerdicts, toneOf, type VerdictCount } from '@textprobe/domain/verdict-tones';
import { useMemo } from 'react';
import { percentWords, unalteredWords } from '../../ui/counted.ts';
import tones from '../../ui/tones.module.css';
import { CarrierMatrix } from './carrier-matrix.tsx';
import { Chips } from './chips.tsx';
import type { ReportAddress } from './report-address.ts';
import classes from './summary-strip.module.css';
import { durationsByLog } from './use-report.ts';

interface SummaryStripProps {
  readonly report: Report;
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
}

export function SummaryStrip({ report, address, onAddress }: SummaryStripProps) {
  const { testLogs, testLogCount, rate } = report;
  const counts = useMemo(() => countVerdicts(testLogs), [testLogs]);
  const delays = useMemo(() => summarizeDelays(durationsByLog(report).values()), [report]);
  return (
    <section className={`surface ${classes.strip}`} aria-label="Outcome">
      <dl className={classes.figures}>
        <div className={classes.rate}>
          <dt>Delivery rate</dt>
          <dd>{percentWords(rate.deliveryRate)}</dd>
          <dd className={classes.formula}>{deliveryRateWords(rate)}</dd>
        </div>
        <div className={classes.rate}>
          <dt>Unaltered rate</dt>
          <dd>{percentWords(rate.unalteredRate)}</dd>
          <dd className={classes.formula}>{unalteredWords(rate)}</dd>
        </div>
        <Figure name="In progress" value={figure(rate.inProgress)} />
        <Figure name="Outcome unknown" value={figure(rate.unknown)} />
        {rate.offline > 0 && <Figure name="Phone offline" value={figure(rate.offline)} />}
        {rate.notSent > 0 && <Figure name="Not sent" value={figure(rate.notSent)} />}
        <Figure name="Median delay" value={delays === null ? '–' : formatSeconds(delays.medianSeconds)} />
        {delays !== null && delays.p95Seconds !== null && (
          <Figure name="95% within" value={formatSeconds(delays.p95Seconds)} />
        )}
        <Figure name="Slowest" value={delays === null ? '–' : formatSeconds(delays.slowestSeconds)} />
      </dl>
      <OutcomeBar counts={counts} />
      <VerdictChips
        counts={counts}
        total={testLogs.length}
        chosen={address.verdict}
        onChoose={(verdict) => onAddress({ verdict })}
      />
      <CarrierMatrix logs={testLogs} address={address} onAddress={onAddress} />
      {testLogCount > testLogs.length && (
        <Text fz="xs" c="dimmed">
          Rate, progress and unknown cover all {figure(testLogCount)} messages; delays, bar, verdicts and
          carriers cover the newest {figure(testLogs.length)}.
        </Text>
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

/** A thin bar with one segment per verdict, sized by its share of the messages. */
function OutcomeBar({ counts }: { counts: readonly VerdictCount[] }) {
  const words = counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={words === '' ? 'No messages yet' : words}>
      {counts.map(({ verdict, count }) => (
        <span
          key={verdict}
          className={`${classes.segment} ${tones[toneOf(verdict)]}`}
          data-verdict={verdict}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
  );
}

interface VerdictChipsProps {
  readonly counts: readonly VerdictCount[];
  readonly total: number;
  /** Null shows all. */
  readonly chosen: Verdict | null;
  readonly onChoose: (verdict: Verdict | null) => void;
}

/** The legend of the bar, which also filters the executions. */
function VerdictChips({ counts, total, chosen, onChoose }: VerdictChipsProps) {
  // The chosen verdict stays even at zero messages, so that the filter can be removed.
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
