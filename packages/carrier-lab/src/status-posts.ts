/** Tells the sender of a message over HTTP what became of it: signed forms, as Twilio's status callbacks are. */
import { createHmac } from 'node:crypto';
import type { Clock } from '@textprobe/smpp/clock';
import type { Logger } from './log.ts';
import type { UnderWay } from './under-way.ts';

/** Posts a status; never rejects. */
export type PostStatus = (url: string, fields: Readonly<Record<string, string>>) => Promise<void>;

const TIMEOUT_MS = 15_000;

export function createStatusPosts(options: {
  clock: Clock;
  log: Logger;
  authToken: string;
  underWay: UnderWay;
}): PostStatus {
  const { clock, log, authToken, underWay } = options;
  return async (url, fields) => {
    underWay.begin();
    const late = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () => late.abort(new Error('no answer')));
    try {
      const headers = { 'x-twilio-signature': sign(authToken, url, fields) };
      const body = new URLSearchParams(fields);
      const signal = AbortSignal.any([underWay.signal, late.signal]);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      if (!response.ok) log.warn({ url, status: response.status }, 'a status callback was not taken');
    } catch (error) {
      // As with the real one, it is not sent again.
      if (!underWay.signal.aborted) log.warn({ url, err: error }, 'a status callback could not be delivered');
    } finally {
      cancel();
      underWay.end();
    }
  };
}

/** HMAC-SHA1 over the address and all parameters by name: https://www.twilio.com/docs/usage/security. */
function sign(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const said = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name]);
  return createHmac('sha1', authToken)
    .update(url + said.join(''), 'utf8')
    .digest('base64');
}
