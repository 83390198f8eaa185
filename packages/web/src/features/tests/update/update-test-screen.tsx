/** Update Test (/update-test/{id}): loads the test, then shows its form, or why it cannot be updated (UPDATE-1, UPDATE-2). */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { useDeferredValue, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { HttpError } from '../../../api/http.ts';
import { getIndividualTest } from '../../../api/tests.ts';
import { useDialogs } from '../../../ui/dialog-provider.tsx';
import { NotFound, Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { refusal } from '../refusal.ts';
import { UpdateForm } from './update-form.tsx';

export function UpdateTestScreen() {
  const id = Number(useParams().id);
  const { state } = useLocation();
  // Only after following the list's link: after Back, Forward or a reload the test may have changed.
  const handedOver = useNavigationType() === 'PUSH' ? (state as { test?: Test } | null)?.test : undefined;
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({
    queryKey: ['test', id],
    queryFn: ({ signal }) => getIndividualTest(id, signal),
    enabled: isId && handedOver?.testId !== id,
    // The form must start from the current test, not from a cached one.
    gcTime: 0,
  });
  // Deferred, so that the form is drawn in slices: in one task it blocks a slow phone for 300 ms.
  const test = useDeferredValue(handedOver?.testId === id ? handedOver : query.data);
  const notFound = !isId || (query.error instanceof HttpError && query.error.status === 404);
  useWayBack(test, query.isError && !notFound);

  return (
    <Screen title="Update Test">
      <ScreenHeader title="Update Test" note={test && `Test ${id}`} />
      {notFound ? (
        <NotFound what="Test" list="Tests" />
      ) : test === undefined ? (
        <Text role="status">Loading test data...</Text>
      ) : (
        refusal('update', test.executionStatus) === null && <UpdateForm key={test.testId} test={test} />
      )}
    </Screen>
  );
}

/** Returns to /tests, with an alert if the test has begun, without one if it failed to load. */
function useWayBack(test: Test | undefined, failed: boolean): void {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const refused = test === undefined ? null : refusal('update', test.executionStatus);
  useEffect(() => {
    if (failed || refused !== null) void navigate('/tests', { replace: true });
    if (refused !== null) void dialogs.alert(refused);
  }, [failed, refused, dialogs, navigate]);
}
