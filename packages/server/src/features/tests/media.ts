/**
 * Collects the files of a test: those listed in `mediaURLs` (stored files, and links that are copied, CREATE-6), then those
 * of the form. Slow work is done before the transaction.
 */
import { mediaIdOf } from '@textprobe/contract/media';
import type { CreateTestInput, UpdateTestInput } from '@textprobe/contract/tests';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findMediaFile, setTestMedia } from '@textprobe/database/media/media-files';
import type { Scope } from '@textprobe/database/scope/scope';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import type { FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { fieldProblem, type ProblemError } from '../../http/problem.ts';
import { filesProblem, mediaFault, tooManyFiles } from '../../media/media-fault.ts';
import type { FetchLink, MediaIntake } from '../../media/media-intake.ts';
import { uploadsOf } from './form.ts';

export interface TestMediaDeps {
  readonly db: Database;
  readonly intake: MediaIntake;
  readonly fetchLink: FetchLink;
  /** Null: the host of the request is used. */
  readonly publicUrl: string | null;
}

/** Links of one request that are fetched at once. */
const FETCHES_AT_ONCE = 4;

const fieldOf = (index: number) => `mediaURLs.media.${index}`;

/**
 * @param kept the test's current files, which a list in the payload replaces
 * @returns the ids of the files, in order
 * @throws ProblemError that names each link that could not be fetched
 */
export async function gatherTestMedia(
  deps: TestMediaDeps,
  scope: Scope,
  request: FastifyRequest,
  { messageType, mediaURLs }: CreateTestInput | UpdateTestInput,
  kept: readonly string[] = [],
): Promise<string[]> {
  // An SMS has no files, even if the form still contains some.
  if (messageType !== 'MMS') return [];
  const { files } = uploadsOf(request);
  const listed = mediaURLs?.media;
  if ((listed ?? kept).length + files.length > MEDIA_FILES_LIMIT) {
    throw filesProblem([tooManyFiles(listed === undefined ? 'files' : 'mediaURLs.media')]);
  }
  const here = listed === undefined ? kept : await resolveListed(deps, scope, request, listed);
  return [...here, ...files.map(({ id }) => id)];
}

async function resolveListed(
  deps: TestMediaDeps,
  scope: Scope,
  request: FastifyRequest,
  listed: readonly string[],
): Promise<string[]> {
  const origins = [deps.publicUrl ?? `${request.protocol}://${request.host}`];
  const queue = new PQueue({ concurrency: FETCHES_AT_ONCE });
  const failures: { index: number; error: unknown }[] = [];
  const unknown: number[] = [];
  // Waits for all before it throws: a copy stored after the answer would be orphaned.
  const ids = await Promise.all(
    listed.map(async (address, index) => {
      const id = mediaIdOf(address, origins);
      if (id !== null && (await findMediaFile(deps.db, scope, id)) === null) unknown.push(index);
      if (id !== null) return id;
      return queue
        .add(() => copyLink(deps, request, address))
        .catch((error: unknown) => {
          failures.push({ index, error });
          return null;
        });
    }),
  );
  // Any fault of a link is a 422 of its field, even a file that is too large: the body itself is not.
  if (failures.length > 0) {
    const faults = failures.map(({ index, error }) => mediaFault(fieldOf(index), error));
    throw fieldProblem('media.link', faults);
  }
  if (unknown.length > 0) throw unknownFiles(unknown);
  return ids.filter((id) => id !== null);
}

async function copyLink(
  { intake, fetchLink }: TestMediaDeps,
  request: FastifyRequest,
  url: string,
): Promise<string> {
  const createdBy = request.caller?.accountId ?? null;
  const file = await fetchLink(url);
  // Normalized as fetched: the database too rejects characters that a URL cannot contain, such as NUL.
  const { id } = await intake.store(file, { originalUrl: new URL(url).href, createdBy });
  uploadsOf(request).loose.push(id);
  return id;
}

/** Call this in the transaction that writes the test. @throws ProblemError that names the files that do not exist */
export async function keepTestMedia(
  tx: Transaction,
  testId: number,
  mediaIds: readonly string[],
): Promise<void> {
  const unknown = await setTestMedia(tx, testId, mediaIds);
  if (unknown.length === 0) return;
  throw unknownFiles(unknown.map((id) => mediaIds.indexOf(id)));
}

/** @param indexes their places in the list */
function unknownFiles(indexes: readonly number[]): ProblemError {
  const errors = indexes
    .toSorted((a, b) => a - b)
    .map((index) => ({
      field: fieldOf(index),
      code: 'media.unknown',
      message: 'This file does not exist or was deleted. Remove it from the list, or add it again.',
    }));
  return fieldProblem('body.invalid', errors);
}
