/** Serves files and thumbnails, to a session or for a signed link that has not expired. */
import { Readable } from 'node:stream';
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import { findMediaFile, type MediaFileRow } from '@textprobe/database/media/media-files';
// oxlint-disable-next-line no-restricted-imports -- a signed link takes the place of a session
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { MediaMissing, type MediaStorage } from '@textprobe/media/media-storage';
import { contentTypeOf, type MediaType } from '@textprobe/media/media-type';
import { verifyMediaSignature } from '@textprobe/media/signed-link';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import type { Thumbnails } from '../../media/thumbnails.ts';
import { sendMedia } from './send-media.ts';

interface MediaDeps {
  readonly db: Database;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly thumbnails: Thumbnails;
  /** Signs links. */
  readonly secret: Buffer;
}

type FileRequest = Pick<HandlerInput<typeof calls.media>, 'params' | 'query' | 'request' | 'scope'>;

/** Pictures load with a page whose own calls already count as activity. */
const options = { config: { background: true } };

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  const { db, storage, clock, thumbnails, secret } = deps;

  async function requireFile({ params, query, request, scope }: FileRequest): Promise<MediaFileRow> {
    const { expires = '', signature = '' } = query;
    const isSigned = verifyMediaSignature(secret, params.id, expires, signature, clock.now());
    if (request.caller === null && !isSigned) {
      const hasExpired = signature !== '' && Number(expires) <= clock.now();
      const which = hasExpired ? 'has expired' : 'is incomplete or from another installation';
      const about = signature === '' ? 'Log in first.' : `This link ${which}. Log in, or ask for a new one.`;
      throw new ProblemError('session.required', about);
    }
    // PostgreSQL rejects text with a NUL.
    const file = /^[0-9a-f]{32}$/.test(params.id)
      ? await findMediaFile(db, isSigned ? ALL_PARTNERS : scope, params.id)
      : null;
    if (file === null) throw new ProblemError('media.unknown', 'There is no file at this address.');
    return file;
  }

  route(
    app,
    calls.media,
    async (asked) => {
      const { request, reply, query } = asked;
      const file = await requireFile(asked);
      const served = {
        name: file.name,
        type: contentTypeOf(file.type as MediaType),
        size: file.size,
        etag: file.sha256.toString('hex'),
        open: (range?: { start: number; end: number }) =>
          storage.open(file.storage_key, range).catch((error: unknown) => missing(request, error)),
      };
      return sendMedia(request, reply, served, query.download === undefined ? 'inline' : 'attachment');
    },
    { ...options, answersHead: true },
  );

  route(
    app,
    calls.mediaThumbnail,
    async (asked) => {
      const { request, reply } = asked;
      const file = await requireFile(asked);
      const picture = await thumbnails
        .read(file, request.identity.gateCaller())
        .catch((error: unknown) => missing(request, error));
      if (picture === null) {
        throw new ProblemError('media.no-thumbnail', 'This file has no thumbnail.');
      }
      const served = {
        name: `${file.name}.webp`,
        type: 'image/webp',
        size: picture.length,
        etag: `${file.sha256.toString('hex')}-thumbnail`,
        open: async ({ start, end } = { start: 0, end: picture.length - 1 }) =>
          Readable.from([picture.subarray(start, end + 1)]),
      };
      return sendMedia(request, reply, served, 'inline');
    },
    { ...options, answersHead: true },
  );
}

/** The row exists but the storage has no file: the folder or bucket was changed from outside. */
function missing({ log }: FastifyRequest, error: unknown): never {
  if (!(error instanceof MediaMissing)) throw error;
  log.error({ err: error }, 'a file is missing from the media storage');
  throw new ProblemError('media.unknown', 'The file is missing from the storage. Contact an administrator.');
}
