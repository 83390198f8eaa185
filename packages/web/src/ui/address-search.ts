/**
 * The URL's search parameters as a screen's state. React Router's own hook applies a change to the last rendered URL: of two changes within
 * one render (300 ms with charts on a slow machine), the first was lost.
 */
import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

/** Computes the new parameters from the current ones, rendered or not. */
export type SearchChange = (now: URLSearchParams) => URLSearchParams;

/** The router's state of the current history entry, which a change of the parameters keeps. */
function presentState(): unknown {
  const kept: unknown = window.history.state;
  return typeof kept === 'object' && kept !== null && 'usr' in kept ? kept.usr : null;
}

/** @returns the rendered parameters, and a function that changes them */
export function useAddressSearch(): readonly [
  URLSearchParams,
  (change: SearchChange, options?: NavigateOptions) => void,
] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const setSearch = useCallback(
    (change: SearchChange, options?: NavigateOptions) => {
      // The screen may already have been left; then it must not change the URL.
      if (window.location.pathname !== pathname) return;
      const next = change(new URLSearchParams(window.location.search));
      void navigate({ search: next.toString() }, { state: presentState(), ...options });
    },
    [navigate, pathname],
  );
  return [search, setSearch];
}
