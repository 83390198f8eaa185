/** A heap of what is due: the earliest first, of equal ones the one that came first. Both steps take the logarithm of its size. */

/** Something to come. `due`: an instant; `order`: which came first. */
export interface DueEntry {
  readonly due: number;
  readonly order: number;
}

function isBefore(a: DueEntry, b: DueEntry): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}

/** Puts an entry where it belongs; `heap[0]` is the one that is due first. */
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

/** Removes `heap[0]`; there has to be one. */
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
