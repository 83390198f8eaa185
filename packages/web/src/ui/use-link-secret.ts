/** The secret in the fragment of the link that opened this page. It leaves the address bar at once, so that it is in no history entry and no screenshot. */
import { useEffect, useState } from 'react';

/** Empty if the link is incomplete. */
export function useLinkSecret(): string {
  const [secret] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // Another link, opened in this tab.
    const reload = () => window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);
  return secret;
}
