/** Imports and exports the directory as one file (DIR-3). */
import { Readable } from 'node:stream';
import { calls } from '@textprobe/contract/calls';
import {
  type DirectoryImport,
  IMPORT_ENTRIES,
  IMPORT_LIMIT,
  IMPORT_ROWS,
} from '@textprobe/contract/directory-import';
import type { Database } from '@textprobe/database/core/connection';
import { exportDirectory } from '@textprobe/database/directory/export-directory';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate } from '@textprobe/domain/fair-gate';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { route, type Write } from '../../http/route.ts';
import { faultWords } from './files/directory-fault.ts';
import { directoryText } from './files/export-file.ts';
import { type ImportOutcome, importFile, outcomeToWire, previewFile, wrongOf } from './files/import-file.ts';
import { parseInWorker } from './files/parse-in-worker.ts';

/** In the answer to an import with errors; the preview has more of them. */
const MAX_ERRORS = 50;
/** Each takes memory: one import at a time, from its file to its commit, and a few in line. */
const LIMITS = { atOnce: 1, waiting: 2 };
const RETRY_AFTER_MS = 5_000;

export async function importRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const gate = createFairGate(LIMITS);

  async function importBytes(bytes: Uint8Array, isPreview: boolean, write: Write): Promise<DirectoryImport> {
    const check = await parseInWorker({ bytes, limit: IMPORT_ENTRIES }, clock);
    if (isPreview) return outcomeToWire(await previewFile(db, check));
    return write(async (tx, note) => {
      const outcome = await importFile(tx, check, clock.now());
      if (outcome.counts.wrong > 0) throw refusal(outcome, check.moreFaults);
      note({ after: { new: outcome.counts.new, changed: outcome.counts.changed } });
      return outcomeToWire(outcome);
    });
  }

  await app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser(
      ['text/csv', 'application/json'],
      { parseAs: 'buffer', bodyLimit: IMPORT_LIMIT },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    route(
      scoped,
      calls.importDirectory,
      async ({ query: { preview = false }, body, request, write }) => {
        const answer = await gate.pass(request.identity.gateCaller(), () =>
          importBytes(body, preview, write),
        );
        if (answer !== null) return answer;
        throw new ProblemError('server.busy', 'Other files are being imported. Try again in a few seconds.', {
          retryAfterMs: RETRY_AFTER_MS,
        });
      },
      { bodyLimit: IMPORT_LIMIT },
    );
  });

  route(app, calls.exportDirectory, async ({ query: { format = 'csv' }, reply, scope }) => {
    const directory = await exportDirectory(db, scope);
    const fileName = `directory-${losAngelesDate(clock.now())}.${format}`;
    return reply
      .type(`${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(directoryText(directory, format), { objectMode: false }));
  });
}

/** @param moreFaults how many the outcome leaves out */
function refusal(outcome: ImportOutcome, moreFaults: number): ProblemError {
  const wrong = wrongOf(outcome);
  const errors = wrong.slice(0, MAX_ERRORS).map((fault) => ({
    field: fault.field,
    code: 'wrong',
    message: faultWords(fault),
  }));
  const more = Math.max(wrong.length + moreFaults, outcome.counts.wrong) - errors.length;
  const rest =
    more > 0
      ? ` ${more.toLocaleString('en-US')} more errors: request the preview to see up to ${IMPORT_ROWS}.`
      : '';
  return new ProblemError('directory.file-wrong', `Nothing was imported: ${errors[0]?.message}${rest}`, {
    errors,
  });
}
