/**
 * Processes the stored reports of handset sources: finds the phone, fetches and stores the files, passes the arrival to the
 * engine. Safe in several processes; another one takes over the reports of a killed process once its lease expires.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import {
  giveUpHandsetReport,
  type OpenHandsetReport,
  postponeHandsetReport,
  takeHandsetReports,
} from '@textprobe/database/handsets/handset-reports';
import { NO_PHONE } from '@textprobe/database/handsets/handset-sources';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import type { HandsetReport, ReportedFile } from '@textprobe/gateways/inbox-port';
import { MediaRefused } from '@textprobe/media/media-refused';
import type { FetchLink, MediaIntake } from '../../media/media-intake.ts';
import { notePairingText } from './pairing-reports.ts';

interface HandsetReportsDeps {
  readonly db: Database;
  readonly engineApi: Pick<EngineApi, 'receive'>;
  readonly intake: MediaIntake;
  readonly fetchLink: FetchLink;
  /** Decrypts a stored report. `phoneId` is null when no phone of its source matches. */
  readonly readReport: (open: OpenHandsetReport) => Promise<ReadReport>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ReadReport {
  readonly report: HandsetReport;
  readonly phoneId: number | null;
  /** The password for links with a user name; decrypted only when needed. */
  readonly password: () => string;
}

/** Batch size; ten with their files may hold some 160 MB. */
const AT_ONCE = 10;
/**
 * How long a process holds its batch. If fetching takes longer, another process fetches the files too, and the first to
 * finish creates the reception. Milliseconds.
 */
const LEASE_MS = 30_000;
/** How long a report waits for its handset to be mapped to a phone, and how often that is checked. Milliseconds. */
const PHONE_WAIT_MS = 24 * 3_600_000;
const PHONE_CHECK_MS = 3_600_000;
/** The backoff after a failure; doubles each time. Milliseconds. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** Some five minutes: after that the text is delivered without its files. */
const MAX_TRIES_FOR_FILES = 7;
/** About a day. */
const MAX_TRIES = 150;
/** A graceful shutdown waits no longer for file downloads: their report is retried. Milliseconds. */
const STOP_MS = 1_500;

export interface HandsetReports {
  /** Processes all due reports. Rejects when the database is unreachable. */
  processDue(): Promise<void>;
  /** Starts the same in the background. */
  kick(): void;
  /** Stops after the reports in progress, or after 1.5 s. Idempotent. */
  stop(): Promise<void>;
}

export function createHandsetReports(deps: HandsetReportsDeps): HandsetReports {
  const { db, clock, log } = deps;
  let working: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function work(): Promise<void> {
    do {
      again = false;
      const now = clock.now();
      const taken = await takeHandsetReports(db, { now, until: now + LEASE_MS, limit: AT_ONCE });
      await Promise.all(taken.map((open) => workOn(deps, open)));
      again ||= taken.length === AT_ONCE;
    } while (again && !stopped);
  }

  function processDue(): Promise<void> {
    if (stopped) return Promise.resolve();
    again = true;
    working ??= work().finally(() => {
      working = undefined;
    });
    return working;
  }

  return {
    processDue,
    kick() {
      processDue().catch((error: unknown) =>
        log.warn({ err: error }, 'could not process handset reports: the database is unreachable'),
      );
    },
    async stop() {
      stopped = true;
      if (working === undefined) return;
      const ended = new AbortController();
      const bound = clock.sleep(STOP_MS, ended.signal).catch(() => undefined);
      await Promise.race([working.catch(() => undefined), bound]);
      ended.abort();
    },
  };
}

/** Rejects only when the database is unreachable: failures are recorded and retried. */
async function workOn(deps: HandsetReportsDeps, open: OpenHandsetReport): Promise<void> {
  const { db, clock, log } = deps;
  const { id, tries } = open;
  try {
    const read = await deps.readReport(open);
    if (read.phoneId === null) await waitForPhone(deps, open);
    else await deliver(deps, open, { ...read, phoneId: read.phoneId });
  } catch (error) {
    log.error({ err: error, report: id, tries }, 'could not process a handset report');
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'it failed';
    if (tries >= MAX_TRIES) await giveUpHandsetReport(db, id, problem, clock.now());
    else await postponeHandsetReport(db, id, { at: clock.now() + pauseAfter(tries), problem });
  }
}

async function deliver(
  deps: HandsetReportsDeps,
  { id, kind, sourceId, receivedAt, tries }: OpenHandsetReport,
  { report, phoneId, password }: ReadReport & { readonly phoneId: number },
): Promise<void> {
  const { db, engineApi, intake, clock } = deps;
  const files = await storeReportedFiles(deps, report.files, password);
  try {
    if (files.unreached > 0 && tries < MAX_TRIES_FOR_FILES) {
      const problem = 'files could not be fetched';
      await postponeHandsetReport(db, id, { at: clock.now() + pauseAfter(tries), problem });
      return;
    }
    const { text, sender, stated, ignored } = report;
    await notePairingText(db, text, { sourceId, phoneId }, clock.now());
    const complete = files.media.length === report.files.length && !report.filesIncomplete;
    await engineApi.receive([
      {
        inbox: kind,
        sourceId,
        phoneId,
        messageCode: text,
        text,
        sender,
        stated,
        ignored,
        media: files.media,
        at: receivedAt,
        report: id,
        ...(complete ? {} : { filesIncomplete: true }),
      },
    ]);
  } finally {
    // Files of a committed arrival stay.
    await intake.discard(files.media);
  }
}

async function waitForPhone(
  { db, clock, log }: HandsetReportsDeps,
  { id, sourceId, receivedAt, tries }: OpenHandsetReport,
): Promise<void> {
  const now = clock.now();
  if (now - receivedAt >= PHONE_WAIT_MS) return giveUpHandsetReport(db, id, NO_PHONE, now);
  if (tries === 1) {
    log.warn(
      { source: sourceId, report: id },
      'report from an unmapped handset; GET /api/handset-sources lists it',
    );
  }
  await postponeHandsetReport(db, id, { at: now + PHONE_CHECK_MS, problem: NO_PHONE });
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MS);
}

interface StoredFiles {
  /** The ids of the stored files, in order. Nothing refers to them yet. */
  readonly media: readonly string[];
  /** How many could not be fetched, which a retry may change. A file refused for its content or its destination stays refused. */
  readonly unreached: number;
}

/**
 * Stores the files one by one, skipping refused ones.
 * @throws any error of the storage; nothing is kept then
 */
async function storeReportedFiles(
  deps: HandsetReportsDeps,
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
      // The message contains no credentials: links have none.
      log.warn({ code: error.code, reason: error.message }, 'a reported file was refused');
      if (error.code === 'media.link' && !error.isForbidden) unreached += 1;
    }
  }
  return { media, unreached };
}

async function storeFile(
  { intake, fetchLink }: HandsetReportsDeps,
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
