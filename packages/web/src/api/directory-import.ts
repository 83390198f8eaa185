/** Import and export of the directory as one file (DIR-3). */
import type { DirectoryImport, IMPORT_LIMIT } from '@textprobe/contract/directory-import';
import { requestJson } from './http.ts';

/** Repeated here, checked by the compiler, to keep the schemas and zod out of the console. */
export const LARGEST_FILE: typeof IMPORT_LIMIT = 8_000_000;

export function exportAddress(format: 'csv' | 'json'): string {
  return `/api/directory/export?format=${format}`;
}

/** What an import would do; writes nothing. @param file CSV or JSON; the server recognizes which */
export function previewImport(file: Blob, signal: AbortSignal): Promise<DirectoryImport> {
  return requestJson('/api/directory/import', {
    method: 'POST',
    query: { preview: 'true' },
    body: file,
    signal,
  });
}

export function importDirectory(file: Blob, idempotencyKey: string): Promise<DirectoryImport> {
  return requestJson('/api/directory/import', {
    method: 'POST',
    query: { preview: 'false' },
    body: file,
    idempotencyKey,
  });
}
