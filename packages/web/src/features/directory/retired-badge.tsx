/** Beside a name: whether the entry is retired, or one of its parents. */
import { Badge } from '@mantine/core';
import type { Entry } from '../../api/directory-entries.ts';
import { retiredWords } from './entry-words.ts';

export function RetiredBadge({ entry }: { readonly entry: Entry }) {
  const words = retiredWords(entry);
  if (words === null) return null;
  return (
    <Badge variant="default" tt="none" fw={550}>
      {words}
    </Badge>
  );
}
