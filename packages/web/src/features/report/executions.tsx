/** The 'Test Executions' section: one row per message, searchable, sortable and paginated (REPORT-7). */
import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { Report, TestLog } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { figure } from '@textprobe/domain/figures';
import { BEST_FIRST } from '@textprobe/domain/file-finding';
import { FINDING_WORDS } from '@textprobe/domain/finding';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { OPERATORS } from '@textprobe/domain/roles';
import { type ReactNode, useRef, useState } from 'react';
import { nameOrId } from '../../directory/labels.ts';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { Only } from '../../ui/role.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Names } from './directory-names.ts';
import { EvidenceLegend } from './evidence-signs.tsx';
import { filterExecutions, filterWords, noneWords, passesFinding } from './execution-filter.ts';
import { type Execution, type Sorting, sortExecutions } from './execution-order.ts';
import classes from './executions.module.css';
import { ExecutionsTable, SortChoice } from './executions-table.tsx';
import { FILE_CHIPS, FINDING_CHIPS, FilterChips } from './filter-chips.tsx';
import { ForCarrier } from './report-actions.tsx';
import { isFiltered, NO_FILTERS, type ReportView } from './report-address.ts';
import { runOutcome } from './run-words.ts';
import { SendAgain } from './send-again.tsx';
import { useOpenMessages } from './use-open-messages.ts';
import { durationsByLog } from './use-report.ts';

/** Limit on the rows in the DOM: more would make live updates slow. */
const PAGE_SIZE = 100;

export function Executions(view: ReportView) {
  const { report, run, names, address, onAddress } = view;
  const { finding, files, sorting } = address;
  const { test, testLogs, testLogCount: total } = report;
  const section = useRef<HTMLElement>(null);
  const [arrival] = useState(address.logId);

  const executions = sortExecutions(toExecutions(report, names), sorting);
  const filtered = isFiltered(address);
  const matching = filtered ? filterExecutions(executions, address) : executions;
  // The page of the message that the report was opened with, until something else is chosen.
  const soughtAt =
    arrival === null || arrival !== address.logId
      ? -1
      : matching.findIndex(({ log }) => log.testLogID === arrival);
  const hasArrived = soughtAt !== -1;
  // Messages may change their verdict, which may remove the last page.
  const lastPage = Math.min(address.page, pageCount(matching.length, PAGE_SIZE));
  const page = hasArrived ? Math.floor(soughtAt / PAGE_SIZE) + 1 : lastPage;
  const shown = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const messages = useOpenMessages({ section, arrival, hasArrived, address, page, onAddress });
  const count = (has: (log: TestLog) => boolean) => testLogs.filter(has).length;
  const sortingProps = { sorting, onSorting: (chosen: Sorting | null) => onAddress({ sorting: chosen }) };
  return (
    <section className={classes.section} ref={section} aria-labelledby="executions-title">
      <Group gap="4px 12px" mb={12}>
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
              <SendAgain testId={test.testId} messages={matching} />
            </Only>
            {address.search === '' && <ForCarrier address={address} report={report} />}
          </>
        )}
        {executions.length > 1 && <SortChoice {...sortingProps} />}
      </Group>
      {(executions.length > 1 || address.search !== '') && (
        <Box mb={12}>
          <SearchField
            label="Search office, phone, number or text"
            value={address.search}
            onSearch={(search) => onAddress({ search })}
          />
        </Box>
      )}
      <FilterChips
        {...FINDING_CHIPS}
        mb={12}
        usual="identical"
        all={['all', testLogs.length]}
        counts={FINDING_WORDS.map((word) => [word, count((log) => passesFinding(log, word))])}
        chosen={finding}
        onChoose={(chosen) => onAddress({ finding: chosen })}
      />
      <FilterChips
        {...FILE_CHIPS}
        mb={12}
        usual="identical"
        all={['all files', testLogs.length]}
        counts={BEST_FIRST.map((word) => [word, count(({ fileFinding }) => fileFinding === word)])}
        chosen={files}
        onChoose={(chosen) => onAddress({ files: chosen })}
      />
      <HiddenMessage {...view} matching={matching} />
      {shown.length > 0 && (
        <Group gap="0 32px" justify="space-between" align="start">
          <EvidenceLegend isMms={test.messageType === 'MMS'} />
          <Text size="xs" c="dimmed" mb={8} visibleFrom="sm">
            <kbd>j</kbd> and <kbd>k</kbd> step through messages, <kbd>Enter</kbd> opens, <kbd>Escape</kbd>{' '}
            closes
          </Text>
        </Group>
      )}
      <ExecutionsTable
        executions={shown}
        test={test}
        messages={messages}
        {...sortingProps}
        empty={
          filtered ? (
            <>
              <p>{noneWords(address)}</p>
              <Button variant="default" onClick={() => onAddress({ ...NO_FILTERS, logId: address.logId })}>
                Show all
              </Button>
            </>
          ) : (
            <p>{emptyWords(run)}</p>
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

interface HiddenMessageProps extends ReportView {
  /** All messages that match the filters, on any page. */
  readonly matching: readonly Execution[];
}

/** Says why the message in the address is not shown, or that the list shows older messages, not the newest (EVIDENCE-5). */
function HiddenMessage(props: HiddenMessageProps) {
  // Always rendered, so that screen readers announce what appears in it.
  return <div role="status">{hiddenNotice(props)}</div>;
}

function hiddenNotice(props: HiddenMessageProps): ReactNode {
  const { report, matching, address, onAddress, around, onAround } = props;
  const { logId, runId } = address;
  const { testLogs, testLogCount, isNewest } = report;
  const notice = (words: string, button?: string, act?: () => void) => (
    <Paper withBorder w="fit-content" mb={12} px={12} py={8} fz="sm">
      {words}
      {button !== undefined && (
        <Button variant="default" size="compact-sm" ml={12} onClick={act}>
          {button}
        </Button>
      )}
    </Paper>
  );
  if (logId === null || matching.some(({ log }) => log.testLogID === logId)) {
    if (isNewest) return null;
    return notice(
      `Showing ${figure(testLogs.length)} messages around an older one.`,
      'Show the newest',
      () => {
        onAround(null);
        onAddress({ logId: null });
      },
    );
  }
  if (testLogs.some(({ testLogID }) => testLogID === logId)) {
    const showAll = () => onAddress({ ...NO_FILTERS, logId });
    return notice(`Message ${logId} is hidden by the filters.`, 'Show all', showAll);
  }
  if (testLogCount > testLogs.length && logId !== around) {
    const words = `Message ${logId} is not among the ${figure(testLogs.length)} messages listed here.`;
    return notice(words, 'Show it', () => onAround(logId));
  }
  return notice(`This ${runId === null ? 'test' : 'run'} has no message ${logId}.`);
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
