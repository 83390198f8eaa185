/** The ids of the component library's elements, see `library-ids.ts`: React's own, which hold from the first drawing on. */
import { useId as useReactId } from 'react';

/** @param staticId goes before */
export function useId(staticId?: string): string {
  const id = useReactId();
  return staticId ?? `mantine-${id}`;
}
