/**
 * The files that a test is to bear: those listed in `mediaURLs` (files that are here already, and links of which copies
 * are made, CREATE-6), then those that came with the form. All that takes time is done before the transaction.
 */
import { mediaIdOf } from '@textprobe/contract/media';
import type { CreateTestInput, UpdateTestInput } from '@textprobe/contract/tests';
import type { Transaction } from '@textprobe/database/core/connection';
import { setTestMedia } from '@textprobe/database/media/media-files';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import type { FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { fieldProblem } from '../../http/problem.ts';
import { filesProblem, mediaFault, tooManyFiles } from '../media/media-fault.ts';
import type { MediaIntake } from '../media/media-intake.ts';
import { uploadsOf } from './test-form.ts';

/** Gives the content of a link, and a name for it. @throws MediaRefused when it cannot be had */
export type FetchLink = (
  url: string,
  /** An Authorization header for the link's own origin. */
  authorization?: string | null,
) => Promise<{ readonly content: AsyncIterable<Uint8Array>; readonly name: string }>;

export interface TestMediaDeps {
  readonly intake: MediaIntake;
  readonly fetchLink: FetchLink;
  /** The address people type; null: whatever host they asked. */
  readonly publicUrl: string | null;
}

/** Links of one request that are fetched at once. */
const FETCHES_AT_ONCE = 4;

const fieldOf = (index: number) => `mediaURLs.media.${index}`;

/**
 * The ids of the files, in order.
 * @param kept the test's files, in whose place a list that is told comes
 * @throws ProblemError that names each link that could not be had
 */
export async function gatherTestMedia(
  deps: TestMediaDeps,
  request: FastifyRequest,
  { messageType, mediaURLs }: CreateTestInput | UpdateTestInput,
  kept: readonly string[] = [],
): Promise<string[]> {
  // An SMS bears no files, whatever the form still held.
  if (messageType !== 'MMS') return [];
  const { files } = uploadsOf(request);
  const listed = mediaURLs?.media;
  if ((listed ?? kept).length + files.length > MEDIA_FILES_LIMIT) {
    throw filesProblem([tooManyFiles(listed === undefined ? 'files' : 'mediaURLs.media')]);
  }
  const here = listed === undefined ? kept : await resolveListed(deps, request, listed);
  return [...here, ...files.map(({ id }) => id)];
}

async function resolveListed(
  deps: TestMediaDeps,
  request: FastifyRequest,
  listed: readonly string[],
): Promise<string[]> {
  const origins = [deps.publicUrl ?? `${request.protocol}://${request.host}`];
  const queue = new PQueue({ concurrency: FETCHES_AT_ONCE });
  const failures: { index: number; error: unknown }[] = [];
  // All come to their end before anything is told: a copy made after the answer would be nobody's.
  const ids = await Promise.all(
    listed.map(async (address, index) => {
      const id = mediaIdOf(address, origins);
      if (id !== null) return id;
      return queue
        .add(() => copyLink(deps, request, address))
        .catch((error: unknown) => {
          failures.push({ index, error });
          return null;
        });
    }),
  );
  // A link is the sender's word and not the body's size: whatever is wrong with it is a 422 of this field.
  if (failures.length > 0) {
    const faults = failures.map(({ index, error }) => mediaFault(fieldOf(index), error));
    throw fieldProblem('media.link', faults);
  }
  return ids.filter((id) => id !== null);
}

async function copyLink(
  { intake, fetchLink }: TestMediaDeps,
  request: FastifyRequest,
  url: string,
): Promise<string> {
  const createdBy = request.session?.accountId ?? null;
  const file = await fetchLink(url);
  // As it was asked for: what a URL cannot hold (NUL, for one) the database cannot either.
  const { id } = await intake.store(file, { originalUrl: new URL(url).href, createdBy });
  uploadsOf(request).loose.push(id);
  return id;
}

/** In the transaction that writes the test. @throws ProblemError that names the addresses of files that do not exist */
export async function keepTestMedia(
  tx: Transaction,
  testId: number,
  mediaIds: readonly string[],
): Promise<void> {
  const unknown = await setTestMedia(tx, testId, mediaIds);
  if (unknown.length === 0) return;
  const errors = unknown.map((id) => ({
    field: fieldOf(mediaIds.indexOf(id)),
    code: 'media.unknown',
    message: 'There is no such file (any more). Take it out of the list, or add it again.',
  }));
  throw fieldProblem('body.invalid', errors);
}
