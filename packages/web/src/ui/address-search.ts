/**
 * The search of the address as a screen's state. React Router's own hook reckons a change from the address that was drawn
 * last: of two changes in less time than a drawing takes (300 ms with charts on a slow machine) the first was undone.
 */
import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

/** What is to become of the address as it stands now, drawn or not. */
export type SearchChange = (now: URLSearchParams) => URLSearchParams;

/** What the router keeps with the present entry of the history, drawn or not: a change of the search leaves it there. */
function presentState(): unknown {
  const kept: unknown = window.history.state;
  return typeof kept === 'object' && kept !== null && 'usr' in kept ? kept.usr : null;
}

/** @returns the search that is drawn, and what changes it */
export function useAddressSearch(): readonly [
  URLSearchParams,
  (change: SearchChange, options?: NavigateOptions) => void,
] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const setSearch = useCallback(
    (change: SearchChange, options?: NavigateOptions) => {
      // The screen may have been left already: then nothing of it is changed any more.
      if (window.location.pathname !== pathname) return;
      const next = change(new URLSearchParams(window.location.search));
      void navigate({ search: next.toString() }, { state: presentState(), ...options });
    },
    [navigate, pathname],
  );
  return [search, setSearch];
}
