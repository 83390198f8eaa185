/** A source inbox with one source, which processes stored reports at once. */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { reportKey } from '../inbox/handset-report.ts';
import { type HandsetSource, phoneOfReport, type SourcePhone } from '../inbox/handset-source.ts';
import { createSourceInbox, type Dialect } from '../inbox/source-inbox.ts';
import type { Arrival, HandsetReport, Inbox, InboxRequest, InboxResponse, PhonePing } from '../inbox-port.ts';
import { type Log, silentLog } from '../log.ts';
import { type DeliverArrivals, receiveAt } from './inbox-conformance.ts';

const SOURCE_ID = '0123456789abcdef0123456789abcdef';
export const SOURCE_SECRET = 'the secret of the source';
/** The time of all requests. */
export const NOW = Date.UTC(2026, 10, 21, 18, 0, 30);

/** A phone that matches any handset and SIM, and its number. */
export const ANY_PHONE: SourcePhone = {
  phoneId: 12,
  phoneNumber: '+12025550200',
  deviceId: null,
  simSlot: null,
};

export function createRigInbox(
  dialect: Dialect,
  deliverArrivals: DeliverArrivals,
  phones: readonly SourcePhone[] = [ANY_PHONE],
): Inbox {
  const source: HandsetSource = {
    id: SOURCE_ID,
    name: 'A shelf of phones',
    secret: SOURCE_SECRET,
    oldSecret: null,
    phones,
  };
  return createSourceInbox(dialect, {
    findSource: async (kind, id) => (kind === dialect.kind && id === SOURCE_ID ? source : null),
    keep: async (_source, reports) => void (await deliverArrivals(reports.map(toArrival))),
    clock: createManualClock(NOW),
    log: silentLog,
  });

  function toArrival(report: HandsetReport): Arrival {
    const { text, sender, stated, ignored } = report;
    return {
      inbox: dialect.kind,
      phoneId: phoneOfReport(dialect.kind, phones, report),
      messageCode: text,
      text,
      sender,
      stated,
      ignored,
      report: reportKey(report).readUInt32BE(),
    };
  }
}

/** Posts to a source inbox; returns its response, the stored reports and the pings. */
export async function postTo(
  dialect: Dialect,
  request: InboxRequest,
  phones: readonly SourcePhone[] = [ANY_PHONE],
  log: Log = silentLog,
): Promise<{ response: InboxResponse; reports: HandsetReport[]; pings: PhonePing[] }> {
  const reports: HandsetReport[] = [];
  const pings: PhonePing[] = [];
  const source: HandsetSource = {
    id: SOURCE_ID,
    name: 'A shelf of phones',
    secret: SOURCE_SECRET,
    oldSecret: null,
    phones,
  };
  const inbox = createSourceInbox(dialect, {
    findSource: async (_kind, id) => (id === SOURCE_ID ? source : null),
    keep: async (_source, kept) => void reports.push(...kept),
    clock: createManualClock(NOW),
    log,
  });
  const response = await receiveAt(
    inbox,
    request,
    () => Promise.reject(new Error('a source inbox delivers no arrivals itself')),
    async (recorded) => void pings.push(...recorded),
  );
  return { response, reports, pings };
}

/** The log's warnings about a request. */
export async function warningsOf(dialect: Dialect, request: InboxRequest): Promise<string[]> {
  const said: string[] = [];
  await postTo(dialect, request, [ANY_PHONE], {
    ...silentLog,
    warn: (_fields, words) => void said.push(words),
  });
  return said;
}

/** A request to the URL of the source. */
export function requestTo(
  dialect: Dialect,
  body: Uint8Array,
  headers: InboxRequest['headers'],
  more: Partial<InboxRequest> = {},
): InboxRequest {
  const path = `/api/inboxes/${dialect.kind}/:source`;
  return {
    path,
    params: { source: SOURCE_ID },
    url: addressOf(dialect),
    headers,
    body,
    accountId: null,
    ...more,
  };
}

export function addressOf({ kind }: Dialect): string {
  return `https://textprobe.example/api/inboxes/${kind}/${SOURCE_ID}`;
}
