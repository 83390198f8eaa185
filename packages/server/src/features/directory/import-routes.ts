/** Imports and exports the directory as one file (DIR-3). */
import { calls } from '@textprobe/contract/calls';
import { IMPORT_LIMIT, IMPORT_ROWS } from '@textprobe/contract/directory-import';
import type { Database } from '@textprobe/database/core/connection';
import { exportDirectory } from '@textprobe/database/directory/export-directory';
import type { Clock } from '@textprobe/domain/clock';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { type Fault, faultWords } from './files/directory-fault.ts';
import { decodeDirectory, parseDirectory } from './files/directory-file.ts';
import { directoryText } from './files/export-file.ts';
import { importFile, outcomeToWire, previewFile, wrongOf } from './files/import-file.ts';

/** In the answer to an import with errors; the preview has all of them. */
const MAX_ERRORS = 50;

export async function importRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  await app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser(
      ['text/csv', 'application/json'],
      { parseAs: 'buffer', bodyLimit: IMPORT_LIMIT },
      async (_request: unknown, bytes: Buffer) => decoded(bytes),
    );
    route(
      scoped,
      calls.importDirectory,
      async ({ query: { preview = false }, body, write }) => {
        const check = parseDirectory(body);
        if (preview) return outcomeToWire(await previewFile(db, check), IMPORT_ROWS);
        return write(async (tx) => {
          const outcome = await importFile(tx, check, clock.now());
          if (outcome.counts.wrong > 0) throw refusal(wrongOf(outcome));
          return outcomeToWire(outcome, IMPORT_ROWS);
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
      .send(directoryText(directory, format));
  });
}

function decoded(bytes: Buffer): string {
  const text = decodeDirectory(bytes);
  if (typeof text !== 'string') throw refusal([text]);
  return text;
}

/** @param wrong not empty */
function refusal(wrong: readonly Fault[]): ProblemError {
  const errors = wrong.slice(0, MAX_ERRORS).map((fault) => ({
    field: fault.field,
    code: 'wrong',
    message: faultWords(fault),
  }));
  const more = wrong.length > errors.length ? ' Request the preview to see all of them.' : '';
  return new ProblemError('directory.file-wrong', `Nothing was imported: ${errors[0]?.message}${more}`, {
    errors,
  });
}
