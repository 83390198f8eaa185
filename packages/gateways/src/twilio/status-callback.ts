/**
 * Status callbacks: the provider posts a form each time a message moves. The signature is checked over the address that
 * the provider was given, not over the one that the request claims; parameters that are not known are taken and left.
 */
import type { Clock } from '@textprobe/domain/clock';
import { storableText } from '@textprobe/domain/storable-text';
import { type CarrierReceipt, canonicalProviderId, type ReceiptInbox } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { describeTwilioError } from './error-words.ts';
import { bearsSignature, verifyForm } from './signature.ts';

export interface StatusCallbackOptions {
  readonly path: string;
  /** The address that the provider was told to post to; null: not known yet, and every post is refused. */
  readonly url: () => string | null;
  readonly authToken: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What each status says (https://www.twilio.com/docs/messaging/api/message-resource, "Message Status values"). */
const states: { readonly [status: string]: CarrierReceipt['state'] } = {
  accepted: 'enroute',
  scheduled: 'enroute',
  queued: 'enroute',
  sending: 'enroute',
  sent: 'enroute',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

const failures: { readonly [status: string]: string } = {
  undelivered: 'undeliverable (undelivered)',
  failed: 'failed before it reached the carrier (failed)',
  canceled: 'canceled',
};

export function createStatusCallback(options: StatusCallbackOptions): ReceiptInbox {
  const { path, url, authToken, clock, log } = options;
  return {
    path,
    bearsProof: bearsSignature,
    async receive({ headers, body }, deliver) {
      const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
      const address = url();
      const signature = headers['x-twilio-signature'] ?? '';
      if (address === null || !verifyForm(authToken, address, form, signature)) {
        log.warn({ path }, 'A status callback was refused: its signature is not the account’s.');
        return 403;
      }
      const receipt = readStatus(form, clock.now());
      // What names no message or a status of tomorrow's is nothing to ask for again.
      if (receipt === null) return 204;
      try {
        await deliver(receipt);
        return 204;
      } catch (error) {
        log.error({ err: error, message: receipt.providerId }, 'A status callback could not be written.');
        return 503;
      }
    },
  };
}

/** The receipt in a form, null where it is none. */
export function readStatus(form: URLSearchParams, at: number): CarrierReceipt | null {
  const providerId = storableText(form.get('MessageSid') ?? form.get('SmsSid') ?? '');
  const status = (form.get('MessageStatus') ?? form.get('SmsStatus') ?? '').toLowerCase();
  const state = states[status];
  if (providerId === '' || providerId.length > 100 || state === undefined) return null;
  const to = form.get('To') ?? '';
  return {
    providerId,
    idVariants: [canonicalProviderId(providerId)],
    recipient: /^\+[1-9]\d{4,14}$/.test(to) ? to : null,
    state,
    error: state === 'failed' ? describeFailure(status, form.get('ErrorCode')) : null,
    at,
    raw: storableText(form.toString().slice(0, 4_000)),
  };
}

function describeFailure(status: string, code: string | null): string {
  const why = code === null || code === '' ? '' : `, ${describeTwilioError(storableText(code), null)}`;
  return `The provider says ${failures[status] ?? status}${why}.`;
}
