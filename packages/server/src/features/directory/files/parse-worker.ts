/**
 * The thread that parses a directory file, started by `parse-in-worker.ts`. It hands over the result in slices, each on request:
 * receiving all of it at once would block the process as parsing did.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { slicesOf } from '@textprobe/database/core/slices-of';
import type { EntryKind } from '@textprobe/database/directory/entry-kinds';
import { parseDirectory } from './directory-file.ts';
import type { ParsedPart, ParseOrder } from './parse-in-worker.ts';

const KINDS: readonly EntryKind[] = ['partners', 'clients', 'offices', 'phones'];

function* partsOf({ bytes, limit }: ParseOrder): Generator<ParsedPart, void, undefined> {
  const { directory, places, ...faults } = parseDirectory(bytes, limit);
  yield { faults };
  for (const kind of KINDS) {
    const placed = directory[kind].map((row, index) => ({ row, place: places[kind][index] }));
    for (const entries of slicesOf(placed)) yield { kind, entries } as ParsedPart;
  }
}

const parts = partsOf(workerData as ParseOrder);
const post = () => parentPort?.postMessage(parts.next().value ?? null);
parentPort?.on('message', post);
post();
