/** The Test Report (REPORT-1 to 10): the carrier's claim beside the handset's report, message by message, live. */
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../api/http.ts';
import { useAddress } from '../../ui/address-search.ts';
import { LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ReportActions } from './report-actions.tsx';
import { REPORT_ADDRESS, type ReportAddress, readTestId } from './report-address.ts';
import { ReportBody } from './report-body.tsx';
import { useReport } from './use-report.ts';

export function ReportScreen() {
  const testId = readTestId(useParams().id ?? null);
  const [address, setAddress] = useAddress(REPORT_ADDRESS);
  // Opening another message changes the address, but not which messages are listed.
  const [around, setAround] = useState(address.logId);
  const { query, refresh } = useReport(testId, address.runId, around);
  // The server may answer null for an unknown report.
  const report = query.data?.test === undefined ? undefined : query.data;
  const title = testId === null ? 'Test Report' : `Test Report #${testId}`;
  const hasReport = report !== undefined;
  const isMissing = testId === null || (query.isSuccess && report === undefined);
  const isLoading = !hasReport && !query.isError && !isMissing;
  const change = (part: Partial<ReportAddress>) =>
    // Flushed, so that a chosen run or a pressed key counts at once.
    setAddress(part, { replace: true, preventScrollReset: true, flushSync: true });
  return (
    <Screen title={title}>
      <ScreenHeader
        title={title}
        note={hasReport ? <StatusBadge status={report.test.executionStatus} /> : null}
      >
        {(hasReport || isLoading) && (
          <Button
            variant="default"
            component={Link}
            to="/tests"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Back to Tests
          </Button>
        )}
        <RefreshButton isFetching={query.isFetching} disabled={testId === null} onClick={refresh} />
        {hasReport && <ReportActions address={address} report={report} />}
      </ScreenHeader>
      {hasReport && query.isError && (
        <LoadFailure>The report could not be refreshed; what is shown may be out of date.</LoadFailure>
      )}
      {hasReport ? (
        <ReportBody
          key={testId}
          report={report}
          updatedAt={query.dataUpdatedAt}
          address={address}
          onAddress={change}
          around={around}
          onAround={setAround}
          outdated={query.isPlaceholderData}
        />
      ) : query.isError ? (
        <ReportMissing text="Failed to load test report">
          <Text c="dimmed">{reasonOf(query.error)}</Text>
          {address.runId !== null && (
            <Anchor component={Link} to={`/test-report/${testId}`} underline="always">
              Show all runs
            </Anchor>
          )}
        </ReportMissing>
      ) : isLoading ? (
        <ReportLoading />
      ) : (
        <ReportMissing text="No report data available" />
      )}
    </Screen>
  );
}

function reasonOf(error: Error): string {
  if (!(error instanceof HttpError)) return 'The server could not be reached. Press Refresh to try again.';
  if (error.status === 404) return error.problem?.detail ?? 'There is no such test.';
  const request = error.problem?.requestId === undefined ? '' : ` Request ${error.problem.requestId}.`;
  return `The server answered with status ${error.status}. Press Refresh to try again.${request}`;
}

/** As high as the loaded report, to avoid a layout shift. */
function ReportLoading() {
  return (
    <div aria-busy="true">
      <Text role="status" c="dimmed" mt={-8} mb={16}>
        Loading test report...
      </Text>
      <Skeleton height={188} radius="lg" mb={24} />
      <Skeleton height={24} width={180} radius="sm" mb={12} />
      <Skeleton height={440} radius="lg" />
    </div>
  );
}

interface ReportMissingProps {
  readonly text: 'Failed to load test report' | 'No report data available';
  /** The reason, if known, and what to do. */
  readonly children?: ReactNode;
}

function ReportMissing({ text, children }: ReportMissingProps) {
  return (
    <Stack gap={8} align="center" ta="center" px={16} py={96}>
      <div role="alert">
        <Title order={2}>{text}</Title>
      </div>
      {children}
      <Button component={Link} to="/tests" mt={8}>
        Back to Tests
      </Button>
    </Stack>
  );
}
