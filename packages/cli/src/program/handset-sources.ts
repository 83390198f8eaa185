/** The inboxes of handset sources: they store each report, which is then processed from the database. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { keepHandsetReports, type OpenHandsetReport } from '@textprobe/database/handsets/handset-reports';
import {
  findHandsetSource,
  listHandsetSourcePhones,
  sealedAs,
} from '@textprobe/database/handsets/handset-sources';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import { reportFromJson, reportKey, reportToJson } from '@textprobe/gateways/inbox/handset-report';
import { phoneOfReport } from '@textprobe/gateways/inbox/handset-source';
import { httpsmsDialect } from '@textprobe/gateways/inbox/httpsms/httpsms-dialect';
import { smsGatewayDialect } from '@textprobe/gateways/inbox/sms-gateway/sms-gateway-dialect';
import { createSourceInbox, type SourceInboxDeps } from '@textprobe/gateways/inbox/source-inbox';
import { twilioInboundDialect } from '@textprobe/gateways/inbox/twilio-inbound/twilio-inbound-dialect';
import type { Inbox } from '@textprobe/gateways/inbox-port';
import type { MediaStorage } from '@textprobe/media/media-storage';
import {
  createHandsetReports,
  type HandsetReports,
  type ReadReport,
} from '@textprobe/server/features/handsets/handset-reports';
import { createMediaIntake, type FetchLink } from '@textprobe/server/media/media-intake';
import type { Logger } from '../process/logger.ts';
import { repeat } from '../process/repeat.ts';
import type { Stops } from '../process/shutdown.ts';

interface HandsetSourcesOptions {
  readonly db: Database;
  readonly engineApi: EngineApi;
  readonly sealer: Sealer;
  readonly storage: MediaStorage;
  readonly fetchLink: FetchLink;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stops: Stops;
}

/** Reports are processed at once; polling picks up retries and what a killed process left. */
const WORK_MS = 1_000;

/** Opens the inboxes and starts the processing of their reports. */
export function openHandsetSources(options: HandsetSourcesOptions): Inbox[] {
  const { db, sealer, clock, log, stops } = options;
  const reports = openReportWork(options);
  stops.add('handset report processing', () => reports.stop());
  stops.add(
    'handset report polling',
    repeat(clock, WORK_MS, () => reports.processDue(), log),
  );
  return createSourceInboxes({ db, sealer, clock, log, onKept: () => reports.kick() });
}

/** The processing of stored reports, whichever process stored them. */
export function openReportWork(options: Omit<HandsetSourcesOptions, 'stops'>): HandsetReports {
  return createHandsetReports({
    ...options,
    intake: createMediaIntake(options),
    readReport: readReportWith(options),
  });
}

interface HandsetSourcesDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when reports have been stored. */
  readonly onKept: () => void;
}

function createSourceInboxes(deps: HandsetSourcesDeps): Inbox[] {
  const { db, sealer, clock, log, onKept } = deps;

  const findSource: SourceInboxDeps['findSource'] = async (kind, id) => {
    const row = await findHandsetSource(db, id);
    if (row === null || row.kind !== kind) return null;
    const phones = (await listHandsetSourcePhones(db, [id])).get(id) ?? [];
    const open = (sealed: Buffer) => sealer.open(sealed, sealedAs(id));
    const { name, secret, old_secret: old, old_secret_until: until } = row;
    const oldSecret = old === null || (until ?? 0) <= clock.now() ? null : open(old);
    return { id, name, secret: open(secret), oldSecret, phones };
  };

  const keep: SourceInboxDeps['keep'] = async (source, reports, now) => {
    const rows = reports.map((report) => ({
      key: reportKey(report),
      deviceId: report.deviceId,
      simSlot: report.simSlot,
      report: reportToJson(report),
    }));
    await keepHandsetReports(db, source.id, rows, now);
    if (rows.length > 0) onKept();
  };

  return [smsGatewayDialect, httpsmsDialect, twilioInboundDialect].map((dialect) =>
    createSourceInbox(dialect, { findSource, keep, clock, log }),
  );
}

/** Reads a stored report, and finds its phone in the source's current mapping. */
function readReportWith({
  db,
  sealer,
}: Pick<HandsetSourcesDeps, 'db' | 'sealer'>): (open: OpenHandsetReport) => Promise<ReadReport> {
  return async ({ sourceId, kind, secret, report: json }) => {
    const report = reportFromJson(json);
    const phones = (await listHandsetSourcePhones(db, [sourceId])).get(sourceId) ?? [];
    const password = () => sealer.open(secret, sealedAs(sourceId));
    return { report, phoneId: phoneOfReport(kind, phones, report), password };
  };
}
