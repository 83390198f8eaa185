/** Tells the sender of a message over HTTP what became of it: signed forms, as Twilio's status callbacks are. */
import { createHmac } from 'node:crypto';
import type { Clock } from '@textprobe/smpp/clock';
import type { Logger } from './log.ts';

export interface StatusPosts {
  post(url: string, fields: Readonly<Record<string, string>>): void;
  readonly pending: number;
  stop(): void;
}

const TIMEOUT_MS = 15_000;

export function createStatusPosts(options: {
  clock: Clock;
  log: Logger;
  authToken: string;
  onSettled: () => void;
}): StatusPosts {
  const { clock, log, authToken, onSettled } = options;
  const underWay = new Set<AbortController>();
  let stopped = false;

  async function send(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const controller = new AbortController();
    underWay.add(controller);
    const cancel = clock.after(TIMEOUT_MS, () => controller.abort(new Error('no answer')));
    try {
      const headers = { 'x-twilio-signature': sign(authToken, url, fields) };
      const body = new URLSearchParams(fields);
      const response = await fetch(url, { method: 'POST', headers, body, signal: controller.signal });
      await response.arrayBuffer();
      if (!response.ok) log.warn({ url, status: response.status }, 'a status callback was not taken');
    } catch (error) {
      // As with the real one, it is not told again.
      if (!stopped) log.warn({ url, err: error }, 'a status callback reached nobody');
    }
    cancel();
    underWay.delete(controller);
    if (!stopped) onSettled();
  }

  return {
    post: (url, fields) => void send(url, fields),
    get pending() {
      return underWay.size;
    },
    stop() {
      stopped = true;
      for (const controller of underWay) controller.abort(new Error('the lab stops'));
    },
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
