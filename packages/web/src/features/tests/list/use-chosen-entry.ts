/** What the partner, client or office is called that the list is filtered by. */
import type { DirectorySearch } from '../../../api/directory.ts';
import { useDirectorySearch } from '../../../directory/use-directory.ts';

export interface ChosenEntry {
  readonly value: string;
  readonly label: string;
}

/** Null where none is chosen. Nameless while the name is on its way; one that does not exist is called by its id (LIST-12). */
export function useChosenEntry(
  kind: DirectorySearch['kind'],
  noun: string,
  id: number | undefined,
): ChosenEntry | null {
  const { data, isPending, isPlaceholderData } = useDirectorySearch({ kind, id }, id !== undefined);
  if (id === undefined) return null;
  const name = data?.entries.find((entry) => entry.id === id)?.name;
  const isWaiting = isPending || isPlaceholderData;
  return { value: String(id), label: name ?? (isWaiting ? '' : `${noun} ${id}`) };
}
