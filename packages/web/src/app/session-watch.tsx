/** When the session is lost in the middle of work, leads to /login and remembers the way back. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenSessionIsLost } from '../calls/http.ts';

export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      whenSessionIsLost(() => {
        void navigate(`/login?from=${encodeURIComponent(pathname + search)}`, { replace: true });
      }),
    [navigate, pathname, search],
  );
  return null;
}
