/** Parses a directory file in a thread of its own: a crafted one takes seconds, in which this process must answer other calls. */
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EntryKind } from '@textprobe/database/directory/entry-kinds';
import type { Clock } from '@textprobe/domain/clock';
import { checkEntries, type DirectoryCheck } from './directory-entries.ts';
import { createFaultList, type FaultList, fileFault, type Place } from './directory-fault.ts';

/** The file, and how many rows or entries it may have. */
export interface ParseOrder {
  readonly bytes: Uint8Array;
  readonly limit: number;
}

/** First the faults, then slices of the entries, then null. */
export type ParsedPart =
  | { readonly faults: FaultList }
  | {
      readonly kind: EntryKind;
      readonly entries: readonly { readonly row: never; readonly place: Place }[];
    }
  | null;

const OWN_FILE = fileURLToPath(import.meta.url);
/** `.ts` when running from the sources, as in tests; `.js` when built. */
const EXTENSION = path.extname(OWN_FILE);
const WORKER_FILE = path.join(path.dirname(OWN_FILE), `parse-worker${EXTENSION}`);
const EXEC_ARGV = EXTENSION === '.ts' ? ['--conditions=source'] : [];
/** Of forty crafted files of 8 MB, none took more than 320 MB or 4 s. */
const MEMORY_LIMIT_MB = 512;
const TIME_LIMIT_MS = 30_000;

/** As `parseDirectory`. A file that takes too much memory (in megabytes) or time is a fault. */
export async function parseInWorker(
  order: ParseOrder,
  clock: Clock,
  memoryLimitMb = MEMORY_LIMIT_MB,
): Promise<DirectoryCheck> {
  const worker = new Worker(WORKER_FILE, {
    workerData: order,
    execArgv: EXEC_ARGV,
    // Ours has the database password.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
  });
  const overtime = new AbortController();
  const cancel = clock.after(TIME_LIMIT_MS, () => overtime.abort());
  try {
    return await collect(worker, overtime.signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!overtime.signal.aborted && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    const faults = createFaultList();
    faults.add({
      ...fileFault(1, 'the file is too complex to be read; split it into several files.'),
      line: null,
    });
    return checkEntries([], faults);
  } finally {
    cancel();
    await worker.terminate();
  }
}

async function collect(worker: Worker, signal: AbortSignal): Promise<DirectoryCheck> {
  const directory = { partners: [], clients: [], offices: [], phones: [] };
  const places: Record<EntryKind, Place[]> = { partners: [], clients: [], offices: [], phones: [] };
  let faults = createFaultList().result();
  for (;;) {
    const [part] = (await once(worker, 'message', { signal })) as [ParsedPart];
    if (part === null) return { directory, places, ...faults };
    if ('faults' in part) ({ faults } = part);
    else {
      for (const { row, place } of part.entries) {
        directory[part.kind].push(row);
        places[part.kind].push(place);
      }
    }
    worker.postMessage('next');
  }
}
