/** Not in use-directory.ts, which the tests list loads: that screen never changes the directory. */
import type { QueryClient } from '@tanstack/react-query';

/** The keys of the queries of `use-directory.ts`. */
const SHOWN_IN = ['partners', 'clients', 'offices', 'directory', 'phones', 'directory search'];

/** After a change of the directory: everything that shows it is fetched again. @param more keys of the screen itself */
export function refreshDirectory(queries: QueryClient, more: readonly string[]): Promise<void> {
  const keys = [...SHOWN_IN, ...more];
  return queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => keys.includes(String(kind)) });
}
