/** Names of chosen entries that have been retired, so that the lists for choosing leave them out (DIR-1). */
import { useMemo } from 'react';
import type { DirectorySearch } from '../api/directory.ts';
import type { Choice } from '../ui/choice.ts';
import { foundLabel } from './labels.ts';
import { byId, useDirectorySearch } from './use-directory.ts';

const NOTHING: readonly never[] = [];
/** As many as one call returns, and more than a field or an open list shows. */
const MOST = 100;

export interface ChosenNames {
  readonly isLoading: boolean;
  /** `Oakland (retired)`, by id; without those that do not exist. */
  readonly names: ReadonlyMap<number, { readonly id: number; readonly name: string }>;
}

/** @param listed the entries that can be chosen, whose names are known; undefined until they have loaded */
export function useChosenNames(
  kind: DirectorySearch['kind'],
  chosen: Choice,
  listed: readonly { readonly id: number }[] | undefined,
): ChosenNames {
  const ids = useMemo(() => {
    if (chosen === 'all' || chosen.length === 0 || listed === undefined) return NOTHING;
    const known = new Set(listed.map(({ id }) => id));
    return [...new Set(chosen)].filter((id) => !known.has(id)).slice(0, MOST);
  }, [chosen, listed]);
  const { data, isLoading, isPlaceholderData } = useDirectorySearch({ kind, ids }, ids.length > 0);
  const names = useMemo(
    () => byId((data?.entries ?? NOTHING).map((entry) => ({ id: entry.id, name: foundLabel(entry) }))),
    [data],
  );
  return { isLoading: isLoading || (isPlaceholderData && ids.some((id) => !names.has(id))), names };
}
