/** Counts how often a value has changed since it was first shown: what has changed may draw the eye, what is new to the screen does not. */
import { useState } from 'react';

export function useChanges<T extends string | number | null>(value: T): number {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value === value) return seen.changes;
  const changes = seen.changes + 1;
  setSeen({ value, changes });
  return changes;
}
