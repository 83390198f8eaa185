/**
 * Status callbacks: the provider posts a form whenever a message changes its status. The signature is verified for the URL that
 * we gave the provider, not the one in the request; unknown parameters are ignored.
 */
import type { Clock } from '@textprobe/domain/clock';
import { maskReceipt } from '@textprobe/domain/ignored-receipts';
import { storableText } from '@textprobe/domain/storable-text';
import {
  type CarrierReceipt,
  canonicalProviderId,
  type IgnoredReceipt,
  type ReceiptInbox,
} from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { describeTwilioError } from './error-words.ts';
import { hasSignature, verifyForm } from './signature.ts';

export interface StatusCallbackOptions {
  readonly path: string;
  /** The URL that we gave the provider; null: not known yet, so every post is refused. */
  readonly url: () => string | null;
  readonly authToken: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with a callback that names no message, or no known status. A failure is logged. */
  readonly onIgnored: (ignored: IgnoredReceipt) => Promise<void>;
}

/** The meaning of each status (https://www.twilio.com/docs/messaging/api/message-resource, "Message Status values"). */
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
  const { path, url, authToken, clock, log, onIgnored } = options;

  async function noteIgnored(form: URLSearchParams, reason: IgnoredReceipt['reason']): Promise<void> {
    const [id, state, phone] = ['MessageSid', 'MessageStatus', 'To'].map((name) => form.get(name));
    const masked = storableText(maskReceipt({ id: id ?? null, state: state ?? null, phone: phone ?? null }));
    try {
      await onIgnored({ reason, at: clock.now(), masked });
    } catch (error) {
      log.error({ err: error, path }, 'A status callback that was ignored could not be counted.');
    }
  }

  return {
    path,
    hasSignature,
    async receive({ headers, body }, deliver) {
      const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
      const address = url();
      const signature = headers['x-twilio-signature'] ?? '';
      if (address === null || !verifyForm(authToken, address, form, signature)) {
        log.warn({ path }, 'Refused a status callback with an invalid signature.');
        return 403;
      }
      const receipt = readStatus(form, clock.now());
      // A retry would not help without a message.
      if (receipt === null || receipt.state === 'none')
        await noteIgnored(form, receipt === null ? 'no-id' : 'unknown-state');
      if (receipt === null) return 204;
      try {
        await deliver(receipt);
        return 204;
      } catch (error) {
        log.error({ err: error, message: receipt.providerId }, 'A status callback could not be committed.');
        return 503;
      }
    },
  };
}

/** The receipt in a form; null if the form is not a receipt. */
export function readStatus(form: URLSearchParams, at: number): CarrierReceipt | null {
  const providerId = storableText(form.get('MessageSid') ?? form.get('SmsSid') ?? '');
  const status = (form.get('MessageStatus') ?? form.get('SmsStatus') ?? '').toLowerCase();
  if (providerId === '' || providerId.length > 100) return null;
  const state = (Object.hasOwn(states, status) && states[status]) || 'none';
  const to = form.get('To') ?? '';
  return {
    providerId,
    idVariants: [canonicalProviderId(providerId)],
    recipient: /^\+[1-9]\d{4,14}$/.test(to) ? to : null,
    state,
    error: describeState(state, status, form.get('ErrorCode')),
    at,
    raw: storableText(form.toString().slice(0, 4_000)),
  };
}

function describeState(state: CarrierReceipt['state'], status: string, code: string | null): string | null {
  if (state === 'none') {
    if (status === '') return 'The provider’s callback names no status.';
    return `The provider says ${storableText(status.slice(0, 100))}, which is no status of its API.`;
  }
  return state === 'failed' ? describeFailure(status, code) : null;
}

function describeFailure(status: string, code: string | null): string {
  const why = code === null || code === '' ? '' : `, ${describeTwilioError(storableText(code), null)}`;
  return `The provider says ${failures[status] ?? status}${why}.`;
}
