/**
 * The specification's own inbox: a handset, or a console session on behalf of one, posts received messages as JSON
 * (CALL-16) or as a form with that JSON and the files of an MMS (CALL-17); between messages a handset pings. The sender is
 * authenticated before the body is read.
 */
import type { Clock } from '@textprobe/domain/clock';
import { HANDSET_PING, MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import type {
  Arrival,
  ArrivalOutcome,
  Inbox,
  InboxRequest,
  InboxResponse,
  PhonePing,
} from '../inbox-port.ts';
import { hashHandsetKey, isHandsetKey } from './handset-key.ts';
import { readHandsetPing } from './handset-ping.ts';
import { type FieldFault, readPostedMessage } from './message-received.ts';
import { readJson } from './reported-json.ts';

const NAME = 'native';

export interface NativeInboxOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** The test phone of a handset key; null if the key is unknown or revoked. */
  findPhoneByKey(key: string): Promise<number | null>;
}

export function createNativeInbox({ clock, findPhoneByKey }: NativeInboxOptions): Inbox {
  /** A key takes precedence over a session: with a wrong key, a valid session does not help. */
  async function authenticate({
    headers,
    accountId,
  }: InboxRequest): Promise<Pick<Arrival, 'phoneId' | 'accountId' | 'keyHash'> | null> {
    const { authorization } = headers;
    if (authorization === undefined) return accountId === null ? null : { phoneId: null, accountId };
    const key = bearerKey(authorization);
    const phoneId = key === null ? null : await findPhoneByKey(key);
    return key === null || phoneId === null ? null : { phoneId, keyHash: hashHandsetKey(key) };
  }

  /** A ping is about the phone that sends it, so a console session cannot send one. */
  async function takePing(
    { body }: InboxRequest,
    phoneId: number | null,
    recordPings: (pings: readonly PhonePing[]) => Promise<void>,
  ): Promise<InboxResponse> {
    if (phoneId === null) return unauthorized;
    const json = body.length === 0 ? {} : readJson(body);
    if (json === undefined) return notJson;
    const read = readHandsetPing(json);
    if (!read.ok) return invalid(read.faults);
    await recordPings([{ phoneId, at: clock.now(), ...read.health }]);
    return { status: 204, body: undefined };
  }

  async function takeMessage(
    request: InboxRequest,
    reporter: Pick<Arrival, 'phoneId' | 'keyHash' | 'at'>,
    deliver: (arrivals: readonly Arrival[]) => Promise<readonly ArrivalOutcome[]>,
  ): Promise<InboxResponse> {
    const form = await request.readForm?.();
    if (form?.content === null) return contentMissing;
    const read = readPostedMessage(form?.content ?? request.body);
    if (read === null) return notJson;
    if (!read.ok) return invalid(read.faults);
    const { messageCode, text, sender, receivedAt } = read.report;
    const refused = form?.ignored ?? [];
    const ignored = [...read.report.ignored, ...refused];
    const stated = receivedAt === null ? null : ({ at: receivedAt, clock: 'handset' } as const);
    const media = form ? { media: form.media, ...(refused.length > 0 ? { filesIncomplete: true } : {}) } : {};
    const [outcome] = await deliver([
      { inbox: NAME, ...reporter, messageCode, text, sender, stated, ...media, ...listed(ignored) },
    ]);
    return answerTo(outcome, ignored);
  }

  return {
    name: NAME,
    paths: [MESSAGE_RECEIVED_SMS, HANDSET_PING],
    formPaths: [MESSAGE_RECEIVED_MMS],
    takesSessions: true,
    async admit(asked) {
      // Read here, because the key's look-up may be slow and the files of an MMS may take minutes.
      const at = clock.now();
      const reporter = await authenticate(asked);
      if (!reporter) return { kind: 'refused', response: unauthorized };
      return {
        kind: 'proven',
        receive: (request, deliver, recordPings) =>
          request.path === HANDSET_PING
            ? takePing(request, reporter.phoneId, recordPings)
            : takeMessage(request, { ...reporter, at }, deliver),
      };
    },
  };
}

const contentMissing: InboxResponse = {
  status: 422,
  problem: {
    code: 'body.invalid',
    detail: 'The form has no part named content.',
    errors: [
      {
        field: 'content',
        code: 'required',
        message: 'Send the JSON with messageCode in a form part with this name.',
      },
    ],
  },
};

const unauthorized: InboxResponse = {
  status: 401,
  problem: {
    code: 'handset-key.invalid',
    detail: 'Send the handset key of this test phone as "Authorization: Bearer <key>".',
  },
};

function invalid(faults: readonly FieldFault[]): InboxResponse {
  const detail = faults.map(({ message }) => message).join(' ');
  return { status: 422, problem: { code: 'body.invalid', detail, errors: faults } };
}

const notJson: InboxResponse = {
  status: 400,
  problem: { code: 'json.invalid', detail: 'The body is not valid JSON in UTF-8.' },
};

/** Absent if every field was read. */
function listed(ignored: readonly IgnoredField[]): { readonly ignored?: readonly IgnoredField[] } {
  return ignored.length === 0 ? {} : { ignored };
}

function answerTo(outcome: ArrivalOutcome | undefined, ignored: readonly IgnoredField[]): InboxResponse {
  if (outcome?.kind === 'matched') {
    const { testLogID, testActivityStatus } = outcome;
    return { status: 200, body: { testLogID, testActivityStatus, ...listed(ignored) } };
  }
  return {
    status: 404,
    problem: {
      code: 'message.unknown',
      detail:
        'No message to this phone has this code. The report is kept, and matched if the message appears.',
    },
  };
}

/** RFC 6750 section 2.1. Anything but a well-formed key is rejected without a look-up. */
function bearerKey(authorization: string): string | null {
  const key = /^Bearer +(\S{1,200})$/i.exec(authorization.trim())?.[1];
  return key !== undefined && isHandsetKey(key) ? key : null;
}
