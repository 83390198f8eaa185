/** The files of a handset report into the media storage: those within it, and those it only links to. */
import type { Log } from '@textprobe/database/log';
import type { ReportedFile } from '@textprobe/gateways/inbox-port';
import { MediaRefused } from '@textprobe/media/media-refused';
import type { MediaIntake } from './media-intake.ts';
import type { FetchLink } from './test-media.ts';

export interface StoredFiles {
  /** The ids of those that were stored, in order. Nothing refers to them yet. */
  readonly media: readonly string[];
  /** How many could not be reached: another try may have them. What was refused for what it is, or where it leads, stays refused. */
  readonly unreached: number;
}

/**
 * Stores what can be stored, one after the other.
 * @throws what the storage throws; nothing is kept then
 */
export async function storeReportedFiles(
  deps: { intake: MediaIntake; fetchLink: FetchLink; log: Log },
  files: readonly ReportedFile[],
  password: () => string,
): Promise<StoredFiles> {
  const { intake, log } = deps;
  const media: string[] = [];
  let unreached = 0;
  for (const file of files) {
    try {
      media.push(await storeFile(deps, file, password));
    } catch (error) {
      if (!(error instanceof MediaRefused)) {
        await intake.discard(media);
        throw error;
      }
      // Its sentence names no credentials: they are in no link.
      log.warn({ code: error.code, reason: error.message }, 'a file that a handset reported was not stored');
      if (error.code === 'media.link' && !error.isForbidden) unreached += 1;
    }
  }
  return { media, unreached };
}

async function storeFile(
  { intake, fetchLink }: { intake: MediaIntake; fetchLink: FetchLink },
  file: ReportedFile,
  password: () => string,
): Promise<string> {
  const from = { originalUrl: null, createdBy: null };
  if (file.kind === 'data') {
    const content = contentOf(Buffer.from(file.data, 'base64'));
    return (await intake.store({ name: file.name, content }, from)).id;
  }
  const fetched = await fetchLink(file.url, file.user === null ? null : basic(file.user, password()));
  return (await intake.store(fetched, from)).id;
}

async function* contentOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** RFC 7617. */
function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}
