/**
 * The dialect of SMS Gateway for Android: an app that posts the messages its handset receives, signed with its own key
 * (https://docs.sms-gate.app/features/webhooks/). It retries for two days until it gets a 2xx.
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

/** Carriers deliver about 2 MB at most, a third more in base64. */
const BODY_LIMIT = 10 * 1_048_576;

export const smsGatewayDialect: Dialect = {
  kind: 'sms-gateway',
  bodyLimit: BODY_LIMIT,
  provenByHeaders: false,
  headerFault: ({ headers }, now) => signatureFault(headers, now),
  credentialsFault: ({ secret }, request, now) => envelopeFault(secret, request, now),
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
  if (id === null) return refuse('id', 'Send the id of the event; use the same id when resending it.');
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
      // mms:received announces an MMS that is not downloaded yet; the others are about outgoing messages. Accepted and ignored.
      return { ok: true, reports: [], pings: [] };
  }
}

/** Each message of a batch becomes a separate report. */
function readBatch(
  { id, deviceId }: EnvelopeOf,
  payload: JsonObject,
  read: (envelope: EnvelopeOf, payload: JsonObject) => HandsetReport | null,
): (HandsetReport | null)[] {
  const messages = objectsIn(payload.messages);
  return messages.map((message, index) => read({ id: `${id} ${index}`, deviceId }, message));
}

/** A message of a batch that cannot be read is left out: the app would resend the others with it, in vain. */
function readAll(found: readonly (HandsetReport | null)[], field: string): DialectReading {
  const reports = found.filter((report) => report !== null);
  if (reports.length > 0) return { ok: true, reports, pings: [] };
  return refuse(field, 'Send the received text and the attachments of an MMS.');
}
