/** A loaded report, the heart first: freshness, outcome, executions, then what the test is. */
import type { Report } from '@textprobe/contract/messages';
import { useSearchParams } from 'react-router';
import { useDirectory } from '../directory/use-directory.ts';
import { DetailedInformation } from './detailed-information.tsx';
import { Executions } from './executions.tsx';
import { type ReportAddress, readReportAddress, withSorting, withVerdict } from './report-address.ts';
import { ReportCards } from './report-cards.tsx';
import { ReportFreshness } from './report-freshness.tsx';
import classes from './report-screen.module.css';
import { SummaryStrip } from './summary-strip.tsx';
import { progressOf } from './use-report.ts';

interface ReportBodyProps {
  readonly report: Report;
  /** Epoch milliseconds of the last answer. */
  readonly updatedAt: number;
}

export function ReportBody({ report, updatedAt }: ReportBodyProps) {
  const [search, setSearch] = useSearchParams();
  const address = readReportAddress(search);
  const directory = useDirectory();
  const { test } = report;
  const change = ({ verdict, sorting }: Partial<ReportAddress>) =>
    setSearch(
      (now) => {
        const next = verdict === undefined ? now : withVerdict(now, verdict);
        return sorting === undefined ? next : withSorting(next, sorting);
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className={classes.body}>
      <p className={classes.message}>
        {test.messageBody === '' ? <em>Only the message code</em> : test.messageBody}
      </p>
      <ReportFreshness progress={progressOf(report)} updatedAt={updatedAt} />
      <SummaryStrip report={report} verdict={address.verdict} onVerdict={(verdict) => change({ verdict })} />
      <Executions report={report} directory={directory} address={address} onAddress={change} />
      <h2 className={classes.about}>About this test</h2>
      <ReportCards test={test} directory={directory} />
      <div className={classes.detailed}>
        <DetailedInformation test={test} directory={directory} />
      </div>
    </div>
  );
}
