/** Says why the message in the address is not shown, or that the list shows older messages, not the newest (EVIDENCE-5). */
import { Button } from '@mantine/core';
import type { Report } from '@textprobe/contract/messages';
import { figure } from '@textprobe/domain/figures';
import classes from './executions.module.css';
import { NO_FILTERS, type ReportAddress } from './report-address.ts';

interface HiddenMessageProps {
  readonly report: Report;
  /** All messages that match the filters, on any page. */
  readonly matching: readonly { readonly log: { readonly testLogID: number } }[];
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
  /** The older message whose neighbors the report lists; null: the newest. */
  readonly around: number | null;
  readonly onAround: (logId: number | null) => void;
}

export function HiddenMessage(props: HiddenMessageProps) {
  const { report, matching, address, onAddress, around, onAround } = props;
  const { logId } = address;
  const isShown = logId === null || matching.some(({ log }) => log.testLogID === logId);
  const isListed = report.testLogs.some(({ testLogID }) => testLogID === logId);
  const isListedInPart = report.testLogCount > report.testLogs.length && logId !== around;
  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div role="status" className={isShown && report.isNewest ? '' : classes.hidden}>
      {isShown && !report.isNewest && (
        <>
          Showing {figure(report.testLogs.length)} messages around an older one.
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onAround(null);
              onAddress({ logId: null });
            }}
          >
            Show the newest
          </Button>
        </>
      )}
      {!isShown && !isListed && isListedInPart && (
        <>
          Message {logId} is not among the {figure(report.testLogs.length)} messages listed here.
          <Button variant="default" size="compact-sm" onClick={() => onAround(logId)}>
            Show it
          </Button>
        </>
      )}
      {!isShown && !isListed && !isListedInPart && (
        <>
          This {address.runId === null ? 'test' : 'run'} has no message {logId}.
        </>
      )}
      {!isShown && isListed && (
        <>
          Message {logId} is hidden by the filters.
          <Button variant="default" size="compact-sm" onClick={() => onAddress({ ...NO_FILTERS, logId })}>
            Show all
          </Button>
        </>
      )}
    </div>
  );
}
