/**
 * The URL's search parameters as a screen's state. React Router's own hook applies a change to the last rendered URL: of two changes within
 * one render (300 ms with charts on a slow machine), the first was lost.
 */
import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { AddressCodec } from './address-values.ts';

/** The router's state of the current history entry, which a change of the parameters keeps. */
function presentState(): unknown {
  const kept: unknown = window.history.state;
  return typeof kept === 'object' && kept !== null && 'usr' in kept ? kept.usr : null;
}

/** @returns the rendered values, and a function that changes some of the current ones, rendered or not */
export function useAddress<Values, Changes extends object>(codec: AddressCodec<Values, Changes>) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Changes | ((now: Values) => Changes), options?: NavigateOptions) => {
      // The screen may already have been left; then it must not change the URL.
      if (window.location.pathname !== pathname) return;
      const now = new URLSearchParams(window.location.search);
      const next = codec.change(now, typeof changes === 'function' ? changes(codec.read(now)) : changes);
      void navigate({ search: next.toString() }, { state: presentState(), ...options });
    },
    [codec, navigate, pathname],
  );
  return [codec.read(search), change] as const;
}
