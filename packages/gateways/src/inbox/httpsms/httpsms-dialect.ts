/**
 * The dialect of httpSMS: its server posts messages that its app received as CloudEvents
 * (https://docs.httpsms.com/webhooks/events), and reports when a silent handset is back online.
 */
import type { HandsetReport } from '../../inbox-port.ts';
import { MOST_FILES } from '../handset-report.ts';
import { readFields } from '../reported-fields.ts';
import {
  type JsonObject,
  nameIn,
  notJsonObject,
  objectIn,
  readJsonObject,
  refuse,
  simSlotIn,
  textIn,
} from '../reported-json.ts';
import { type Dialect, type DialectReading, NO_PUBLIC_URL } from '../source-inbox.ts';
import { bearerFault, tokenFault } from './httpsms-proof.ts';

const LONGEST_LINK = 2_048;

export const httpsmsDialect: Dialect = {
  kind: 'httpsms',
  provenByHeaders: true,
  headerFault: ({ headers, url }) =>
    url === null ? NO_PUBLIC_URL : bearerFault(headers.authorization ?? ''),
  credentialsFault: async ({ secret }, { headers, url }, now) =>
    url === null ? NO_PUBLIC_URL : tokenFault(secret, headers.authorization ?? '', url, now),
  read: ({ body }) => readEvent(body),
  answer: { status: 202, body: {} },
};

function readEvent(body: Uint8Array): DialectReading {
  const given = readJsonObject(body);
  if (given === null) return notJsonObject;
  const type = nameIn(given.type);
  const id = nameIn(given.id);
  const data = objectIn(given.data);
  if (type === null) return refuse('type', 'Send the type of the event, such as message.phone.received.');
  if (id === null) return refuse('id', 'Send the id of the event; use the same id when resending it.');
  if (data === null) return refuse('data', 'Send the data of the event as an object.');
  if (type === 'message.phone.received') return readMessage(id, data);
  if (type !== 'phone.heartbeat.online') return { ok: true, reports: [], pings: [] };
  const ping = { deviceId: null, number: nameIn(data.owner), battery: null, charging: null, network: null };
  return { ok: true, reports: [], pings: [ping] };
}

function readMessage(id: string, data: JsonObject): DialectReading {
  const fields = readFields(data);
  const text = fields.text('content');
  if (data.encrypted === true) {
    return refuse(
      'data.encrypted',
      'The text is encrypted. Turn off encryption of received messages in the app.',
    );
  }
  if (text === null) return refuse('data.content', 'Send the text.');
  const at = fields.instant('timestamp');
  const links: unknown[] = Array.isArray(data.attachments) ? data.attachments : [];
  const files = links
    .slice(0, MOST_FILES)
    .flatMap((link) => textIn(link, LONGEST_LINK) ?? [])
    .map((url) => ({ kind: 'link', url, user: null }) as const);
  const report: HandsetReport = {
    id,
    text,
    sender: fields.name('contact'),
    recipient: fields.name('owner'),
    deviceId: null,
    simSlot: simSlotIn(data.sim),
    // The app reads the handset's clock when it receives the message.
    stated: at === null ? null : { at, clock: 'handset' },
    files,
    filesIncomplete: files.length < links.length,
    ignored: fields.ignored,
  };
  return { ok: true, reports: [report], pings: [] };
}
