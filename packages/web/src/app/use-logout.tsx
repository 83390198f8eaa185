/** Logs out: asks before unsent work is discarded, then ends the session (NAV-1). */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { logout } from '../api/accounts.ts';
import { dialogs } from '../ui/dialogs.tsx';
import { unsentDrafts } from '../ui/unsent-drafts.ts';
import { draftsInOtherTabs } from './drafts-of-tabs.ts';
import { endLiveEvents } from './live-stream.ts';

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();

  return async () => {
    // The current form has its own leave guard; a logout also discards drafts of forms left earlier.
    const drafts = [...unsentDrafts(sessionStorage), ...(await draftsInOtherTabs())];
    const mayLogOut =
      drafts.length === 0 ||
      (await dialogs.confirm('Log out and discard unsent work?', {
        details: <p>This discards {new Intl.ListFormat('en').format(drafts)}.</p>,
        confirmLabel: 'Log out',
        cancelLabel: 'Stay',
        danger: true,
      }));
    if (!mayLogOut) return;
    // Pending calls would be rejected once the session has ended.
    endLiveEvents();
    await queries.cancelQueries();
    await logout();
    queries.clear();
    await navigate('/login', { replace: true });
  };
}
