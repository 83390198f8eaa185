/** A heap of entries by due time, then by order of arrival. Both operations take logarithmic time. */

/** A future entry. `due`: an instant; `order`: order of arrival. */
export interface DueEntry {
  readonly due: number;
  readonly order: number;
}

function isBefore(a: DueEntry, b: DueEntry): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}

/** Inserts an entry; `heap[0]` is due first. */
export function insert<T extends DueEntry>(heap: T[], entry: T): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as T;
    if (!isBefore(entry, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = entry;
}

/** Removes `heap[0]`, which must exist. */
export function takeFirst<T extends DueEntry>(heap: T[]): void {
  const last = heap.pop() as T;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const right = left + 1;
    if (left >= heap.length) break;
    const lesser = right < heap.length && isBefore(heap[right] as T, heap[left] as T) ? right : left;
    if (!isBefore(heap[lesser] as T, last)) break;
    heap[index] = heap[lesser] as T;
    index = lesser;
  }
  heap[index] = last;
}
