/** The 'Test Executions' section: one row a message, filtered by verdict, sorted by any column (REPORT-7). */
import type { Report } from '@textprobe/contract/messages';
import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { Directory } from '../directory/use-directory.ts';
import { nameOf, officePhoneOf, targetPhoneOf } from './directory-names.ts';
import { durationsByLog } from './durations.ts';
import { type Execution, nextSorting, type SortKey, sortExecutions } from './execution-order.ts';
import { ExecutionsTable } from './executions-table.tsx';
import classes from './executions.module.css';
import type { ReportAddress } from './report-address.ts';
import { SortChoice } from './sort-choice.tsx';

/** Rows drawn at first and with each press of the button: more at once would make live updates heavy. */
const STEP = 100;

interface ExecutionsProps {
  readonly report: Report;
  readonly directory: Directory;
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
}

export function Executions({ report, directory, address, onAddress }: ExecutionsProps) {
  const { verdict, sorting } = address;
  const [limit, setLimit] = useState(STEP);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((logId: number) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(logId)) after.add(logId);
      return after;
    });
  }, []);

  const executions = useMemo(
    () => sortExecutions(toExecutions(report, directory), sorting),
    [report, directory, sorting],
  );
  const matching = verdict === null ? executions : executions.filter(({ log }) => log.verdict === verdict);
  const shown = matching.slice(0, limit);
  const total = report.testLogCount;
  return (
    <section className={classes.section} aria-labelledby="executions-title">
      <div className={classes.head}>
        <h2 id="executions-title" className={classes.title}>
          Test Executions ({total.toLocaleString('en-US')})
        </h2>
        <p className={classes.note} role="status">
          {verdict !== null && `${matching.length.toLocaleString('en-US')} shown, verdict: ${verdict}`}
          {verdict === null &&
            total > executions.length &&
            `The newest ${executions.length.toLocaleString('en-US')} are shown.`}
        </p>
        {executions.length > 1 && (
          <SortChoice sorting={sorting} onSorting={(chosen) => onAddress({ sorting: chosen })} />
        )}
      </div>
      <ExecutionsTable
        executions={shown}
        open={open}
        onToggle={toggle}
        sorting={sorting}
        onSort={(key: SortKey) => onAddress({ sorting: nextSorting(sorting, key) })}
        empty={
          verdict === null ? (
            <p>No messages yet: they appear here as soon as the test runs.</p>
          ) : (
            <>
              <p>No message has the verdict “{verdict}” now.</p>
              <Button variant="default" onClick={() => onAddress({ verdict: null })}>
                Show all
              </Button>
            </>
          )
        }
      />
      {matching.length > shown.length && (
        <Button variant="default" fullWidth mt={12} onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, matching.length - shown.length)} more of{' '}
          {(matching.length - shown.length).toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}

function toExecutions(report: Report, directory: Directory): Execution[] {
  const durations = durationsByLog(report);
  return report.testLogs.map((log) => ({
    log,
    office: nameOf('Office', log.officeID, directory),
    officePhone: officePhoneOf(log, directory),
    phone: nameOf('Phone', log.phoneID, directory),
    phoneNumber: targetPhoneOf(log, directory),
    seconds: durations.get(log.testLogID),
  }));
}
