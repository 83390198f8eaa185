/** The state of an import: the chosen file, what it would do, and its errors (DIR-3). */
import type { DirectoryImport } from '@textprobe/contract/directory-import';
import { useEffect, useRef, useState } from 'react';
import { importDirectory, LARGEST_FILE, previewImport } from '../../../api/directory-import.ts';
import { randomKey } from '../../../api/intent.ts';
import { reasonOf, UserFacingError } from '../../../ui/problem-reasons.tsx';

/** A file as it was when it was chosen: the one on the disk may change between preview and import. */
interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  /** The idempotency key of its import. */
  readonly key: string;
}

interface Chosen {
  readonly file: ChosenFile;
  /** Null: not known yet, or the error says why. */
  readonly preview: DirectoryImport | null;
}

export function useImport(onImported: (name: string, done: DirectoryImport) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [busy, setBusy] = useState<'preview' | 'import' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function refuse(what: string, reason: unknown): void {
    console.error(`Failed to ${what}`, reason);
    setError(reasonOf(reason));
  }

  /** Shows what the file would do; a file chosen before is forgotten. */
  async function choose(given: File): Promise<void> {
    if (busy === 'import') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy('preview');
    setError(null);
    setChosen(null);
    try {
      const file = await read(given);
      if (controller.signal.aborted) return;
      setChosen({ file, preview: null });
      const preview = await previewImport(file.content, controller.signal);
      setChosen({ file, preview });
    } catch (reason) {
      if (!controller.signal.aborted) refuse('preview the import', reason);
    } finally {
      if (!controller.signal.aborted) setBusy(null);
    }
  }

  async function run(): Promise<void> {
    if (busy !== null || chosen === null || importable(chosen.preview) === 0) return;
    const { file } = chosen;
    setBusy('import');
    setError(null);
    try {
      onImported(file.name, await importDirectory(file.content, file.key));
    } catch (reason) {
      refuse('import the file', reason);
    } finally {
      setBusy(null);
    }
  }

  return { chosen, busy, error, choose, run };
}

/** How many entries an import would create or change; 0 if it cannot be imported. */
export function importable(preview: DirectoryImport | null): number {
  return preview === null || preview.wrong > 0 ? 0 : preview.new + preview.changed;
}

async function read(file: File): Promise<ChosenFile> {
  const { name, size } = file;
  if (size > LARGEST_FILE) {
    const [actual, limit] = [size, LARGEST_FILE].map((bytes) => Math.ceil(bytes / 1_000_000));
    throw new UserFacingError(`${name} is ${actual} MB; the limit is ${limit} MB. Split it.`);
  }
  try {
    const content = new Blob([await file.arrayBuffer()], { type: 'text/csv' });
    return { name, content, key: randomKey() };
  } catch {
    throw new UserFacingError(`${name} could not be read. Choose it again.`);
  }
}
