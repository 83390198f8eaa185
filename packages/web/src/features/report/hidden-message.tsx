/** Says why the message in the address is not shown: the filters hide it, or the report does not list it (EVIDENCE-5). */
import { Button } from '@mantine/core';
import type { Report } from '@textprobe/contract/messages';
import { figure } from '../../ui/counted.ts';
import classes from './executions.module.css';
import { NO_FILTERS, type ReportAddress } from './report-address.ts';

interface HiddenMessageProps {
  readonly report: Report;
  /** All messages that match the filters, on any page. */
  readonly matching: readonly { readonly log: { readonly testLogID: number } }[];
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
}

export function HiddenMessage({ report, matching, address, onAddress }: HiddenMessageProps) {
  const { logId } = address;
  const isShown = logId === null || matching.some(({ log }) => log.testLogID === logId);
  const isListed = report.testLogs.some(({ testLogID }) => testLogID === logId);
  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div role="status" className={isShown ? '' : classes.hidden}>
      {!isShown && !isListed && missingWords(report, address)}
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

function missingWords({ testLogs, testLogCount }: Report, { logId, runId }: ReportAddress): string {
  if (testLogCount > testLogs.length)
    return `Message ${logId} is not among the newest ${figure(testLogs.length)} messages listed here.`;
  return `This ${runId === null ? 'test' : 'run'} has no message ${logId}.`;
}
