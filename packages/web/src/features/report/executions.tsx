/** The 'Test Executions' section: one row per message, searchable, sortable and paginated (REPORT-7). */
import { Button, Text, Title } from '@mantine/core';
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { figure } from '@textprobe/domain/figures';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { OPERATORS } from '@textprobe/domain/roles';
import { useMemo, useRef, useState } from 'react';
import { nameOrId } from '../../directory/labels.ts';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { Only } from '../../ui/role.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { FileChips, FindingChips } from './chips.tsx';
import type { Names } from './directory-names.ts';
import { EvidenceLegend } from './evidence-pair.tsx';
import { filterExecutions, filterWords, noneWords } from './execution-filter.ts';
import { type Execution, nextSorting, type SortKey, sortExecutions } from './execution-order.ts';
import classes from './executions.module.css';
import { ExecutionsTable, SortChoice } from './executions-table.tsx';
import { HiddenMessage } from './hidden-message.tsx';
import { ForCarrier } from './report-actions.tsx';
import { isFiltered, NO_FILTERS, type ReportAddress } from './report-address.ts';
import { runOutcome } from './run-words.ts';
import { SendAgain } from './send-again.tsx';
import { useMessageKeys } from './use-message-keys.ts';
import { useOpenMessages } from './use-open-messages.ts';
import { durationsByLog } from './use-report.ts';

/** Limit on the rows in the DOM: more would make live updates slow. */
const PAGE_SIZE = 100;

interface ExecutionsProps {
  readonly report: Report;
  /** The selected run; null shows all. */
  readonly run: Run | null;
  readonly names: Names;
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
  /** The message that the report was requested for, which is listed with its neighbors. */
  readonly around: number | null;
  readonly onAround: (logId: number | null) => void;
}

export function Executions(props: ExecutionsProps) {
  const { report, run, names, address, onAddress, around, onAround } = props;
  const { finding, files, sorting } = address;
  const section = useRef<HTMLElement>(null);
  const [arrival] = useState(address.logId);

  const executions = useMemo(
    () => sortExecutions(toExecutions(report, names), sorting),
    [report, names, sorting],
  );
  const filtered = isFiltered(address);
  const matching = filtered ? filterExecutions(executions, address) : executions;
  // The page of the message that the report was opened with, until something else is chosen.
  const soughtAt =
    arrival === null || arrival !== address.logId
      ? -1
      : matching.findIndex(({ log }) => log.testLogID === arrival);
  const page = soughtAt === -1 ? lastPage(address.page, matching) : Math.floor(soughtAt / PAGE_SIZE) + 1;
  const shown = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const hasArrived = soughtAt !== -1;
  const messages = useOpenMessages({ section, arrival, hasArrived, address, page, onAddress });
  useMessageKeys(section, messages);
  const total = report.testLogCount;
  return (
    <section className={classes.section} ref={section} aria-labelledby="executions-title">
      <div className={classes.head}>
        <Title order={2} id="executions-title">
          Test Executions ({figure(total)})
        </Title>
        <Text fz="sm" c="dimmed" role="status">
          {filtered && `${figure(matching.length)} shown, ${filterWords(address)}`}
          {!filtered &&
            total > executions.length &&
            report.isNewest &&
            `The newest ${figure(executions.length)} are listed. Export CSV for all of them.`}
        </Text>
        {filtered && matching.length > 0 && (
          <>
            <Only roles={OPERATORS}>
              <SendAgain testId={report.test.testId} messages={matching} />
            </Only>
            {address.search === '' && (
              <ForCarrier testId={report.test.testId} address={address} report={report} />
            )}
          </>
        )}
        {executions.length > 1 && (
          <SortChoice sorting={sorting} onSorting={(chosen) => onAddress({ sorting: chosen })} />
        )}
      </div>
      {(executions.length > 1 || address.search !== '') && (
        <div className={classes.search}>
          <SearchField
            label="Search office, phone, number or text"
            value={address.search}
            onSearch={(search) => onAddress({ search })}
          />
        </div>
      )}
      <FindingChips
        logs={report.testLogs}
        chosen={finding}
        onChoose={(chosen) => onAddress({ finding: chosen })}
      />
      <FileChips logs={report.testLogs} chosen={files} onChoose={(chosen) => onAddress({ files: chosen })} />
      <HiddenMessage
        report={report}
        matching={matching}
        address={address}
        onAddress={onAddress}
        around={around}
        onAround={onAround}
      />
      {shown.length > 0 && (
        <div className={classes.legends}>
          <EvidenceLegend isMms={report.test.messageType === 'MMS'} />
          <p className={classes.keys}>
            <kbd>j</kbd> and <kbd>k</kbd> step through messages, <kbd>Enter</kbd> opens, <kbd>Escape</kbd>{' '}
            closes
          </p>
        </div>
      )}
      <ExecutionsTable
        executions={shown}
        sentFiles={report.test.mediaFiles}
        isMms={report.test.messageType === 'MMS'}
        open={messages.open}
        onOpen={messages.setOpen}
        sorting={sorting}
        onSort={(key: SortKey) => onAddress({ sorting: nextSorting(sorting, key) })}
        empty={
          !filtered ? (
            <p>{emptyWords(run)}</p>
          ) : (
            <>
              <p>{noneWords(address)}</p>
              <Button variant="default" onClick={() => onAddress({ ...NO_FILTERS, logId: address.logId })}>
                Show all
              </Button>
            </>
          )
        }
      />
      {matching.length > PAGE_SIZE && (
        <Pages
          page={page}
          pageSize={PAGE_SIZE}
          total={matching.length}
          noun="message"
          onPage={(next) => {
            onAddress({ page: next });
            section.current?.scrollIntoView({ block: 'start' });
          }}
        />
      )}
    </section>
  );
}

/** Messages may change their verdict, which may remove the last page. */
function lastPage(page: number, matching: readonly Execution[]): number {
  return Math.min(page, pageCount(matching.length, PAGE_SIZE));
}

function emptyWords(run: Run | null): string {
  if (run?.status === 'MISSED' || run?.status === 'SKIPPED') {
    return `This run sent nothing: ${runOutcome(run).replace(/^\w+: /, '')}.`;
  }
  return 'No messages yet. They appear here when the test runs.';
}

function toExecutions(report: Report, names: Names): Execution[] {
  const durations = durationsByLog(report);
  return report.testLogs.map((log) => ({
    log,
    office: nameOrId('Office', log.officeID, names.Office),
    officePhone: withPlusOne(log.sent.from) || 'N/A',
    phone: nameOrId('Phone', log.phoneID, names.Phone),
    phoneNumber: log.sent.to || names.Phone.get(log.phoneID)?.phoneNumber || '',
    seconds: durations.get(log.testLogID),
  }));
}
