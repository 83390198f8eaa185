/** Reports of the handsets over HTTP: a few at a time, retried while the other side is unreachable. */
import type { Clock } from '@textprobe/smpp/clock';
import type { Logger } from './log.ts';
import type { Schedule } from './schedule.ts';

/** Requirement CALL-16: the body of `message-received/sms`, and the part `content` of `message-received/mms`. */
export interface ReceivedText {
  readonly messageCode: string;
  readonly messageBody: string;
  readonly sender: string;
  /** ISO 8601, by the handset's clock. */
  readonly receivedAt: string;
}

/** A file as it reached a handset. */
export interface ArrivedFile {
  readonly name: string;
  /** Such as `image/jpeg`. */
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Called after each attempt with the instant of sending and the status, null without an answer. */
export type OnTried = (at: number, status: number | null) => void;

export interface HandsetPosts {
  /** @param files those of an MMS (CALL-17), possibly none; null for an SMS */
  post(
    phoneNumber: string,
    key: string,
    received: ReceivedText,
    files?: readonly ArrivedFile[] | null,
    onTried?: OnTried,
  ): void;
  setTarget(target: string | null): void;
  /** Posts in flight or queued; those waiting for a retry are in the schedule. */
  readonly pending: number;
  /** Since the start: answered 2xx; refused permanently; abandoned after the last retry. */
  stats(): { confirmed: number; refused: number; givenUp: number };
  stop(): void;
}

interface HandsetPostOptions {
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly log: Logger;
  /** The origin to post to, e.g. `http://127.0.0.1:3000`; null: every attempt fails until it is set. */
  readonly target: string | null;
  /** Called whenever a post has ended. */
  readonly onSettled: () => void;
}

const PATH = '/api/tests/sm/v1/deliverabilitytestlogs/message-received/';
/** fetch opens a connection for each post in flight: thousands at once would use up all ports. */
const MAX_AT_A_TIME = 32;
const TIMEOUT_MS = 10_000;
/** With the backoff below about three minutes, longer than a restart of the other side. */
const MAX_TRIES = 10;
const FIRST_BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 60_000;

interface Post {
  readonly phoneNumber: string;
  readonly key: string;
  /** JSON. */
  readonly content: string;
  readonly files: readonly ArrivedFile[] | null;
  readonly onTried: OnTried;
  tries: number;
}

/** The outcome of one attempt. */
type Outcome = { readonly status: number; readonly retryAfterMs: number } | { readonly error: string };

export function createHandsetPosts(options: HandsetPostOptions): HandsetPosts {
  const { clock, schedule, log } = options;
  const queue: Post[] = [];
  const inFlight = new Set<AbortController>();
  const logged = new Set<string>();
  const counts = { confirmed: 0, refused: 0, givenUp: 0 };
  let target = options.target;
  let stopped = false;

  function next(): void {
    while (!stopped && inFlight.size < MAX_AT_A_TIME) {
      const post = queue.shift();
      if (post === undefined) return;
      void send(post);
    }
  }

  async function send(post: Post): Promise<void> {
    const controller = new AbortController();
    inFlight.add(controller);
    const cancel = clock.after(TIMEOUT_MS, () =>
      controller.abort(new Error(`no answer in ${TIMEOUT_MS} ms`)),
    );
    post.tries += 1;
    const at = clock.now();
    const outcome = await tryPost(target, post, controller.signal);
    cancel();
    inFlight.delete(controller);
    post.onTried(at, 'status' in outcome ? outcome.status : null);
    if (stopped) return;
    settle(post, outcome);
    next();
    options.onSettled();
  }

  function settle(post: Post, outcome: Outcome): void {
    if ('status' in outcome && outcome.status < 300) {
      counts.confirmed += 1;
      return;
    }
    if ('status' in outcome && outcome.status < 500 && outcome.status !== 429) {
      counts.refused += 1;
      return logOnce(post.phoneNumber, outcome.status);
    }
    const { phoneNumber, tries } = post;
    if (tries >= MAX_TRIES) {
      counts.givenUp += 1;
      log.warn({ phoneNumber, tries, ...outcome }, 'gave up on a handset report');
      return;
    }
    const asked = 'status' in outcome ? outcome.retryAfterMs : 0;
    const backOff = Math.min(Math.max(asked, FIRST_BACK_OFF_MS * 2 ** (tries - 1)), MAX_BACK_OFF_MS);
    log.debug({ phoneNumber, tries, backOff, ...outcome }, 'a handset report will be retried');
    schedule.after(backOff, () => enqueue(post));
  }

  /** Logged once per kind: a wrong key or an unknown code would otherwise log a line for each message. */
  function logOnce(phoneNumber: string, status: number): void {
    const fact = `${phoneNumber} ${status}`;
    if (logged.has(fact)) return;
    logged.add(fact);
    log.warn(
      { phoneNumber, status },
      'a handset report was refused; further refusals like this are not logged',
    );
  }

  function enqueue(post: Post): void {
    queue.push(post);
    next();
  }

  return {
    post: (phoneNumber, key, received, files = null, onTried = () => undefined) =>
      enqueue({ phoneNumber, key, content: JSON.stringify(received), files, onTried, tries: 0 }),
    setTarget(next) {
      target = next;
    },
    get pending() {
      return queue.length + inFlight.size;
    },
    stats: () => ({ ...counts }),
    stop() {
      stopped = true;
      queue.length = 0;
      for (const controller of inFlight) controller.abort(new Error('the lab is stopping'));
    },
  };
}

async function tryPost(target: string | null, post: Post, signal: AbortSignal): Promise<Outcome> {
  if (target === null) return { error: 'no target is set yet' };
  try {
    const url = new URL(PATH + (post.files === null ? 'sms' : 'mms'), target);
    const authorization = `Bearer ${post.key}`;
    const sent =
      post.files === null
        ? { headers: { authorization, 'content-type': 'application/json' }, body: post.content }
        : { headers: { authorization }, body: formOf(post.content, post.files) };
    const response = await fetch(url, { method: 'POST', ...sent, signal });
    // The body must be read, or the connection is not reused.
    await response.arrayBuffer();
    return { status: response.status, retryAfterMs: retryAfter(response.headers.get('retry-after')) };
  } catch (error) {
    return { error: describeFailure(error) };
  }
}

/** Requirement CALL-17: the parts `content`, `file0`, `file1` … */
function formOf(content: string, files: readonly ArrivedFile[]): FormData {
  const form = new FormData();
  form.append('content', content);
  for (const [index, { name, type, content: bytes }] of files.entries())
    form.append(`file${index}`, new File([bytes], name, { type }));
  return form;
}

/** fetch only says "fetch failed"; the reason is in the cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Retry-After in seconds (RFC 9110 section 10.2.3); the date form is ignored in favor of the backoff. */
function retryAfter(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : 0;
}
