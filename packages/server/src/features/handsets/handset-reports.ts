/**
 * Works on what handset sources reported: finds the phone, fetches and stores the files, and hands the arrival to the
 * engine. Safe in many processes at once; a report that a killed process was at is taken again by another.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import {
  giveUpHandsetReport,
  type OpenHandsetReport,
  putOffHandsetReport,
  takeHandsetReports,
} from '@textprobe/database/handset-sources/handset-reports';
import { NO_PHONE } from '@textprobe/database/handset-sources/handset-sources';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import type { HandsetReport, ReportedFile } from '@textprobe/gateways/inbox-port';
import { MediaRefused } from '@textprobe/media/media-refused';
import type { MediaIntake } from '../media/media-intake.ts';
import type { FetchLink } from '../tests/test-media.ts';

interface HandsetReportsDeps {
  readonly db: Database;
  readonly engineApi: Pick<EngineApi, 'receive'>;
  readonly intake: MediaIntake;
  readonly fetchLink: FetchLink;
  /** Opens what was written down. `phoneId` null: none of its source's phones fits. */
  readonly readReport: (open: OpenHandsetReport) => Promise<ReadReport>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ReadReport {
  readonly report: HandsetReport;
  readonly phoneId: number | null;
  /** What links with a user name are fetched with; opened only where there are any. */
  readonly password: () => string;
}

/** Taken by one process at a time; with their files ten may hold some 160 MB. */
const AT_ONCE = 10;
/**
 * A killed process keeps its reports for as long. Should one take longer over its files another fetches them too; the
 * first to be done makes the reception. Milliseconds.
 */
const LEASE_MS = 30_000;
/** Somebody may yet say which phone it is. Milliseconds. */
const WAITS_FOR_PHONE_MS = 24 * 3_600_000;
const LOOKS_FOR_PHONE_MS = 3_600_000;
/** The first pause before a failure is tried again; each is twice the one before. Milliseconds. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** Five minutes are tried for: after that the text counts for more than its files. */
const TRIES_FOR_FILES = 7;
/** About a day. */
const MOST_TRIES = 150;
/** A graceful end waits no longer for files that are being fetched: their report is taken again. Milliseconds. */
const STOP_MS = 1_500;

export interface HandsetReports {
  /** Works on what is due, until nothing is. Rejects where the database is away. */
  workOff(): Promise<void>;
  /** The same soon, without anybody waiting for it. */
  kick(): void;
  /** Takes nothing more, and waits a moment for what is being worked on. Idempotent. */
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

  function workOff(): Promise<void> {
    if (stopped) return Promise.resolve();
    again = true;
    working ??= work().finally(() => {
      working = undefined;
    });
    return working;
  }

  return {
    workOff,
    kick() {
      workOff().catch((error: unknown) => log.warn({ err: error }, 'handset reports wait for the database'));
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

/** Never rejects while the database is there: what fails is noted and tried again. */
async function workOn(deps: HandsetReportsDeps, open: OpenHandsetReport): Promise<void> {
  const { db, clock, log } = deps;
  const { id, tries } = open;
  try {
    const read = await deps.readReport(open);
    if (read.phoneId === null) await waitForPhone(deps, open);
    else await deliver(deps, open, { ...read, phoneId: read.phoneId });
  } catch (error) {
    log.error({ err: error, report: id, tries }, 'a handset report could not be worked on');
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'it failed';
    if (tries >= MOST_TRIES) await giveUpHandsetReport(db, id, problem, clock.now());
    else await putOffHandsetReport(db, id, { at: clock.now() + pauseAfter(tries), problem });
  }
}

async function deliver(
  deps: HandsetReportsDeps,
  { id, kind, receivedAt, tries }: OpenHandsetReport,
  { report, phoneId, password }: ReadReport & { readonly phoneId: number },
): Promise<void> {
  const { db, engineApi, intake, clock } = deps;
  const files = await storeReportedFiles(deps, report.files, password);
  try {
    if (files.unreached > 0 && tries < TRIES_FOR_FILES) {
      const problem = 'files could not be fetched';
      await putOffHandsetReport(db, id, { at: clock.now() + pauseAfter(tries), problem });
      return;
    }
    const { text, sender, stated } = report;
    const complete = files.media.length === report.files.length && !report.filesIncomplete;
    await engineApi.receive([
      {
        inbox: kind,
        phoneId,
        messageCode: text,
        text,
        sender,
        stated,
        media: files.media,
        at: receivedAt,
        report: id,
        ...(complete ? {} : { filesIncomplete: true }),
      },
    ]);
  } finally {
    // Those that a committed arrival bears stay.
    await intake.discard(files.media);
  }
}

async function waitForPhone(
  { db, clock, log }: HandsetReportsDeps,
  { id, sourceId, receivedAt, tries }: OpenHandsetReport,
): Promise<void> {
  const now = clock.now();
  if (now - receivedAt >= WAITS_FOR_PHONE_MS) return giveUpHandsetReport(db, id, NO_PHONE, now);
  if (tries === 1) {
    log.warn(
      { source: sourceId, report: id },
      'a handset reported that no phone is named for; GET /api/tests/sm/v1/handset-sources tells which it is',
    );
  }
  await putOffHandsetReport(db, id, { at: now + LOOKS_FOR_PHONE_MS, problem: NO_PHONE });
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MS);
}

interface StoredFiles {
  /** The ids of those that were stored, in order. Nothing refers to them yet. */
  readonly media: readonly string[];
  /** How many could not be reached: another try may have them. What was refused for what it is, or where it leads, stays refused. */
  readonly unreached: number;
}

/**
 * Stores what can be stored, one after the other.
 * @throws what the storage throws; nothing is kept then
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
      // Its sentence names no credentials: they are in no link.
      log.warn({ code: error.code, reason: error.message }, 'a file that a handset reported was not stored');
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
