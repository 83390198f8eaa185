/** Link to the first steps, in the navigation while something is missing for a first test (DIR-4). */
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import { areStepsDone, areStepsHidden, followHiddenSteps, getFirstSteps } from '../api/first-steps.ts';

/** Refetches each time it is mounted, until nothing is missing. */
export function FirstStepsLink() {
  const isHidden = useSyncExternalStore(followHiddenSteps, areStepsHidden);
  const { data } = useQuery({
    queryKey: ['first-steps', 'link'],
    async queryFn({ signal }) {
      return getFirstSteps({ signal, background: true, final401: true });
    },
    enabled: !isHidden,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: ({ state }) => (state.data === undefined || areStepsDone(state.data) ? true : 'always'),
    retry: false,
  });
  if (isHidden || data === undefined || areStepsDone(data)) return null;
  return (
    <NavLink to="/first-steps" className="nav-link">
      <IconListCheck size={18} stroke={1.7} aria-hidden />
      First steps
    </NavLink>
  );
}
