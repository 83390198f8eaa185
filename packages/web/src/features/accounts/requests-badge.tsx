/** In the navigation: the number of requests for an account, loaded only for administrators and where people can send any (ACCT-8). */
import { Badge, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { getSignupRequests } from '../../api/signup-requests.ts';
import { useMay } from '../../ui/role.tsx';
import { takesSignupRequests } from './signup-mode.ts';

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

export function RequestsBadge() {
  const enabled = useMay(ADMINISTRATORS) && takesSignupRequests();
  const { data = [] } = useQuery({ ...signupRequestsQuery, enabled });
  if (!enabled || data.length === 0) return null;
  return (
    // The hidden words stay inside.
    <Badge pos="relative" px={6}>
      {data.length}
      <VisuallyHidden> open {data.length === 1 ? 'request' : 'requests'}</VisuallyHidden>
    </Badge>
  );
}
