/** Serves files and small pictures of them, to a session or to who bears a signed link that has not expired. */
import { Readable } from 'node:stream';
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import { findMediaFile, type MediaFileRow } from '@textprobe/database/media/media-files';
import type { Clock } from '@textprobe/domain/clock';
import { MediaMissing, type MediaStorage } from '@textprobe/media/media-storage';
import { contentTypeOf, type MediaType } from '@textprobe/media/media-type';
import { verifyMediaSignature } from '@textprobe/media/signed-link';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { type Asked, route } from '../../http/route.ts';
import { sendMedia } from './send-media.ts';
import type { Thumbnails } from './thumbnails.ts';

interface MediaDeps {
  readonly db: Database;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly thumbnails: Thumbnails;
  /** Signs links. */
  readonly secret: Buffer;
}

type AskedForFile = Pick<Asked<typeof calls.media>, 'params' | 'query' | 'request'>;

/** Pictures load because a page is shown, which has asked for other things already. */
const options = { config: { background: true } };

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  const { db, storage, clock, thumbnails, secret } = deps;

  async function requireFile({ params, query, request }: AskedForFile): Promise<MediaFileRow> {
    const { expires = '', signature = '' } = query;
    const allowed =
      request.session !== null || verifyMediaSignature(secret, params.id, expires, signature, clock.now());
    if (!allowed) {
      const hasExpired = signature !== '' && Number(expires) <= clock.now();
      const which = hasExpired ? 'has expired' : 'is not whole, or not of this installation';
      const about =
        signature === '' ? 'Log in first.' : `Log in first, or ask for a new link: this one ${which}.`;
      throw new ProblemError('session.required', about);
    }
    // PostgreSQL cannot even be asked for an id with a NUL in it.
    const file = /^[0-9a-f]{32}$/.test(params.id) ? await findMediaFile(db, params.id) : null;
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
      const picture = await thumbnails.read(file).catch((error: unknown) => missing(request, error));
      if (picture === null) {
        throw new ProblemError('media.no-thumbnail', 'This file is no picture that can be made smaller.');
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
    options,
  );
}

/** The row says there is a file and the storage has none: somebody has been at the folder or the bucket. */
function missing({ log }: FastifyRequest, error: unknown): never {
  if (!(error instanceof MediaMissing)) throw error;
  log.error({ err: error }, 'a file is gone from the media storage');
  throw new ProblemError('media.unknown', 'The file is gone from the storage. Tell an administrator.');
}
