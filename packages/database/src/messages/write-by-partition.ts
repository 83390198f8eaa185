/** Updates of messages name the partition, so a batch that spans two months is written in two statements. */

/**
 * Calls `write` once for each partition, one after another.
 * @param partitionOf a partition of `messages`, as SQL
 * @param write returns the ids of the messages that it has written
 * @returns the ids of all of them
 */
export async function writeByPartition<T>(
  rows: readonly T[],
  partitionOf: (row: T) => string,
  write: (partition: string, rows: readonly T[]) => Promise<readonly number[]>,
): Promise<Set<number>> {
  const written = new Set<number>();
  for (const [partition, ofPartition] of Map.groupBy(rows, partitionOf)) {
    for (const id of await write(partition, ofPartition)) written.add(id);
  }
  return written;
}
