/** The cursors of the pages gone through, kept with the browser's history: so that Newer finds its way back, after a reload too. */
import { useLocation } from 'react-router';
import { useAddressSearch } from '../../../ui/address-search.ts';
import { withCursor } from '../filters/analytics-address.ts';

/** The cursors of the pages before this one; null is the newest page's. Null: opened deep, nothing is known of them. */
export type PageTrail = readonly (string | null)[] | null;

export function readTrail(cursor: string | null, state: unknown): PageTrail {
  if (cursor === null) return [];
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null;
  return Array.isArray(trail) && trail.every((one) => one === null || typeof one === 'string') ? trail : null;
}

export function usePageTrail(cursor: string | null) {
  const [, setSearch] = useAddressSearch();
  const { state } = useLocation();
  const trail = readTrail(cursor, state);
  const go = (to: string | null, next: PageTrail) =>
    setSearch((now) => withCursor(now, to), { state: { trail: next }, preventScrollReset: true });
  return {
    trail,
    toNewest: () => go(null, []),
    toNewer: () => go(trail?.at(-1) ?? null, trail?.slice(0, -1) ?? null),
    toOlder: (nextCursor: string) => go(nextCursor, trail === null ? null : [...trail, cursor]),
  };
}
