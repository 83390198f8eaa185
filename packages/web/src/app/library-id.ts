/** Ids for the component library, from React's own hook, which are stable from the first render (see `library-ids.ts`). */
import { useId as useReactId } from 'react';

/** @param staticId takes precedence */
export function useId(staticId?: string): string {
  const id = useReactId();
  return staticId ?? `mantine-${id}`;
}
