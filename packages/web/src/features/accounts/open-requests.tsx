/** Account requests that wait for an administrator (ACCT-8): their list, and their number in the navigation. */
import { VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSignupRequests } from '../../api/signup-requests.ts';
import classes from './open-requests.module.css';

const POLL_MS = 30_000;

/** Polls, and refetches in a tab that is shown again. Never counts as activity and never asks for a login, because the frame uses it on every screen. */
export const signupRequestsQuery = queryOptions({
  queryKey: ['signup-requests'],
  async queryFn({ signal }) {
    return getSignupRequests({ signal, background: true, final401: true });
  },
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
  staleTime: 0,
  // The next poll is 30 s away.
  retry: false,
});

/** Beside the name of the screen. */
export function OpenRequests() {
  const { data = [] } = useQuery(signupRequestsQuery);
  if (data.length === 0) return null;
  return (
    <span className={classes.count}>
      {data.length}
      <VisuallyHidden> open {data.length === 1 ? 'request' : 'requests'}</VisuallyHidden>
    </span>
  );
}
