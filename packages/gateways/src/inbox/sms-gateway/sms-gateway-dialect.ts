/**
 * The inbox of SMS Gateway for Android: an app that posts what its handset gets, to an address of ours, signed with its
 * own key (https://docs.sms-gate.app/features/webhooks/). It tries again for two days until it is answered with a 2xx.
 */
import type { HandsetReport } from '../../inbox-port.ts';
import {
  type JsonObject,
  nameIn,
  notJsonObject,
  objectIn,
  objectsIn,
  readJsonObject,
  refuse,
} from '../reported-json.ts';
import type { Dialect, DialectReading } from '../source-inbox.ts';
import { readHealth } from './sms-gateway-health.ts';
import { type EnvelopeOf, readMms, readSms } from './sms-gateway-message.ts';
import { envelopeFault, signatureFault } from './sms-gateway-proof.ts';

/** What carriers deliver is at most some 2 MB, a third more in base64; more than this no handset has been sent. */
const BODY_LIMIT = 10 * 1_048_576;

export const smsGatewayDialect: Dialect = {
  kind: 'sms-gateway',
  bodyLimit: BODY_LIMIT,
  provenByHeaders: false,
  headerFault: ({ headers }, now) => signatureFault(headers, now),
  faultOf: ({ secret }, request, now) => envelopeFault(secret, request, now),
  read: ({ body }) => readEnvelope(body),
  answer: { status: 202, body: {} },
};

function readEnvelope(body: Uint8Array): DialectReading {
  const given = readJsonObject(body);
  if (given === null) return notJsonObject;
  const event = nameIn(given.event);
  const id = nameIn(given.id);
  const payload = objectIn(given.payload);
  if (event === null) return refuse('event', 'Send the event, such as sms:received.');
  if (id === null) return refuse('id', 'Send the id of the event: the same when it is sent again.');
  if (payload === null) return refuse('payload', 'Send the payload of the event as an object.');
  const envelope = { id, deviceId: nameIn(given.deviceId) };
  switch (event) {
    case 'sms:received':
      return readAll([readSms(envelope, payload)], 'payload.message');
    case 'sms:batch:received':
      return readAll(readBatch(envelope, payload, readSms), 'payload.messages');
    case 'mms:downloaded':
      return readAll([readMms(envelope, payload)], 'payload.attachments');
    case 'mms:batch:downloaded':
      return readAll(readBatch(envelope, payload, readMms), 'payload.messages');
    case 'system:ping': {
      const ping = { deviceId: envelope.deviceId, number: null, ...readHealth(payload) };
      return { ok: true, reports: [], pings: [ping] };
    }
    default:
      // mms:received tells of an MMS before it is there; the rest is about what the handset sends. Nothing to ask for again.
      return { ok: true, reports: [], pings: [] };
  }
}

/** Several messages in one event: each is a report of its own. */
function readBatch(
  { id, deviceId }: EnvelopeOf,
  payload: JsonObject,
  read: (envelope: EnvelopeOf, payload: JsonObject) => HandsetReport | null,
): (HandsetReport | null)[] {
  const messages = objectsIn(payload.messages);
  return messages.map((message, index) => read({ id: `${id} ${index}`, deviceId }, message));
}

function readAll(found: readonly (HandsetReport | null)[], field: string): DialectReading {
  const reports = found.filter((report) => report !== null);
  if (found.length > 0 && reports.length === found.length) return { ok: true, reports, pings: [] };
  return refuse(
    field,
    'Send what arrived: a text of at most 20,000 characters, and the attachments of an MMS.',
  );
}
