/** Sends status callbacks to the sender of a message: signed forms like Twilio's. */
import { createHmac } from 'node:crypto';
import type { Clock } from '@textprobe/smpp/clock';
import type { InFlight } from './in-flight.ts';
import type { Logger } from './log.ts';
import type { TryOutcome } from './receipt-sender.ts';

/** Posts a status; never rejects. */
export type PostStatus = (url: string, fields: Readonly<Record<string, string>>) => Promise<TryOutcome>;

const TIMEOUT_MS = 15_000;

export function createStatusPosts(options: {
  clock: Clock;
  log: Logger;
  authToken: string;
  inFlight: InFlight;
}): PostStatus {
  const { clock, log, authToken, inFlight } = options;
  return async (url, fields) => {
    inFlight.begin();
    const late = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () => late.abort(new Error('no answer')));
    try {
      const headers = { 'x-twilio-signature': sign(authToken, url, fields) };
      const body = new URLSearchParams(fields);
      const signal = AbortSignal.any([inFlight.signal, late.signal]);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      if (response.ok) return 'taken';
      log.warn({ url, status: response.status }, 'a status callback was refused');
      return 'refused';
    } catch (error) {
      // Like Twilio, it does not retry.
      if (!inFlight.signal.aborted) log.warn({ url, err: error }, 'could not deliver a status callback');
      return 'unanswered';
    } finally {
      cancel();
      inFlight.end();
    }
  };
}

/** HMAC-SHA1 over the URL and all parameters by name: https://www.twilio.com/docs/usage/security. */
function sign(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const parameters = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name]);
  return createHmac('sha1', authToken)
    .update(url + parameters.join(''), 'utf8')
    .digest('base64');
}
