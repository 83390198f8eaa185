/** The table of logs, newest first (ANALYTICS-3, 7), and the buttons that page through it. */
import { Anchor, Button, Flex, Group, Text, Title } from '@mantine/core';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { MESSAGE_STATUSES } from '@textprobe/domain/message-status';
import { OPERATORS } from '@textprobe/domain/roles';
import { type TestType, testTypeLabel } from '@textprobe/domain/test-type';
import { Link, useLocation } from 'react-router';
import type { LogOfTest, LogsPage } from '../../../api/analytics.ts';
import { useAddress } from '../../../ui/address-search.ts';
import { counted } from '../../../ui/counted.ts';
import { type EntryColumn, EntryTable } from '../../../ui/entry-table.tsx';
import list from '../../../ui/list-table.module.css';
import { ListLink } from '../../../ui/list-table.tsx';
import { Only } from '../../../ui/role.tsx';
import { MessageStatusBadge } from '../../../ui/status-badge.tsx';
import { ANALYTICS_ADDRESS } from '../filters/analytics-address.ts';
import { type EnrichedLog, LOGS_PAGE_SIZE, type LogsState } from './use-logs-page.ts';

const COLUMNS: Readonly<Record<string, EntryColumn<EnrichedLog>>> = {
  'Log ID': { width: 80, cell: ({ log }) => log.testLogID },
  'Test ID': {
    width: 80,
    // A click anywhere on the row opens its message in its test's report (EVIDENCE-5).
    cell: ({ log }) => (
      <Anchor
        component={ListLink}
        to={`/test-report/${log.testID}?log=${log.testLogID}`}
        inherit
        fw={550}
        aria-label={`${log.testID}, report of the test`}
      >
        {log.testID}
      </Anchor>
    ),
  },
  Message: {
    card: 'line',
    cell: ({ messageBody }) => (
      <Text inherit lineClamp={2} dir="auto">
        {messageBody === '' ? <em>Only the message code</em> : messageBody}
      </Text>
    ),
  },
  'Message Type': { width: 80, cell: ({ messageType }) => messageType },
  'Test Type': { width: 98, cell: ({ testType }) => testTypeLabel(testType as TestType) },
  Carrier: { width: 80, cell: ({ log }) => log.carrier || 'N/A' },
  Status: { width: 136, card: 'first', cell: ({ log }) => <LogStatus log={log} /> },
  Sent: timeColumn((log) => log.messageSentTimestamp),
  Received: timeColumn((log) => log.messageReceivedTimestamp),
  Created: timeColumn((log) => log.creationTimestamp),
};

function timeColumn(timeOf: (log: LogOfTest) => string | null): EntryColumn<EnrichedLog> {
  return { width: 98, className: list.figures, cell: ({ log }) => formatDateTime(timeOf(log)) };
}

interface LogsProps {
  readonly state: LogsState;
  readonly cursor: string | null;
  readonly isFiltered: boolean;
}

export function Logs({ state: { query, page, logs }, cursor, isFiltered }: LogsProps) {
  return (
    <>
      <Title order={2} id="logs" mt="lg" mb="xs">
        Logs{' '}
        <Text span fz="sm" c="dimmed">
          newest first
        </Text>
      </Title>
      <EntryTable
        aria-labelledby="logs"
        entries={query.isPending ? undefined : logs}
        keyOf={({ log }) => log.testLogID}
        columns={COLUMNS}
        skeletonRows={10}
        isOutdated={query.isPlaceholderData}
        empty={query.isError ? 'No data' : isFiltered ? 'No logs match these filters.' : FIRST_TEST}
      />
      {page !== undefined && <LogsPages cursor={cursor} page={page} />}
    </>
  );
}

const FIRST_TEST = (
  <>
    <p>Each message that a test sends is listed here.</p>
    <Only roles={OPERATORS}>
      <Anchor component={Link} to="/create-tests">
        Create the first test
      </Anchor>
    </Only>
  </>
);

/** A badge for a known status, text for any other, Unknown without one (DATA-6); below it the verdict and the finding. */
function LogStatus({ log: { testActivityStatus, verdict, finding, reception } }: { log: LogOfTest }) {
  const shown = testActivityStatus ?? 'UNKNOWN';
  if (!MESSAGE_STATUSES.includes(shown)) return shown;
  const hasFinding = (verdict === 'altered' || finding === 'cosmetic') && finding && finding !== verdict;
  return (
    <>
      <MessageStatusBadge status={shown} verdict={verdict} />
      {verdict && verdict !== shown.toLowerCase() && (
        <Text size="xs" c="dimmed" pl="xs">
          {verdict}
          {hasFinding && `: ${finding.replaceAll(' ', '\u00a0')}`}
        </Text>
      )}
      {reception?.senderComparison === 'altered' && (
        <Text size="xs" c="dimmed" pl="xs">
          sender changed
        </Text>
      )}
    </>
  );
}

interface LogsPagesProps {
  /** Cursor of the page shown; null is the newest. */
  readonly cursor: string | null;
  readonly page: LogsPage;
}

function LogsPages({ cursor, page: { logs, total, nextCursor } }: LogsPagesProps) {
  const [, setAddress] = useAddress(ANALYTICS_ADDRESS);
  const trail = readTrail(cursor, useLocation().state);
  // Null if the URL was opened directly: the number of pages before is unknown.
  const pagesBefore = trail?.length ?? null;
  if (pagesBefore === 0 && nextCursor === null) return null;
  const first = (pagesBefore ?? 0) * LOGS_PAGE_SIZE + 1;
  // Stored in the browser's history, so that Newer works after a reload too.
  const go = (to: string | null, next: PageTrail) =>
    setAddress({ cursor: to }, { state: { trail: next }, preventScrollReset: true });
  return (
    <Flex
      component="nav"
      align="center"
      wrap="wrap"
      justify="space-between"
      gap="xs"
      mt="sm"
      aria-label="Pages"
    >
      <Text size="sm" c="dimmed">
        {pagesBefore === null || logs.length === 0
          ? `Older logs, ${figure(total)} in total`
          : `${figure(first)}–${figure(first + logs.length - 1)} of ${counted(total, 'log')}`}
      </Text>
      <Group gap="xs">
        {(
          [
            ['Newest', pagesBefore === 0, () => go(null, [])],
            ['Newer', !pagesBefore, () => go(trail?.at(-1) ?? null, trail?.slice(0, -1) ?? null)],
            ['Older', nextCursor === null, () => go(nextCursor, trail === null ? null : [...trail, cursor])],
          ] as const
        ).map(([label, disabled, onClick]) => (
          <Button key={label} size="compact-md" variant="default" {...{ disabled, onClick }}>
            {label}
          </Button>
        ))}
      </Group>
    </Flex>
  );
}

/** The cursors of the pages before this one, where null is the newest page. Null as a whole: they are unknown. */
type PageTrail = readonly (string | null)[] | null;

export function readTrail(cursor: string | null, state: unknown): PageTrail {
  if (cursor === null) return [];
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null;
  return Array.isArray(trail) && trail.every((one) => one === null || typeof one === 'string') ? trail : null;
}
