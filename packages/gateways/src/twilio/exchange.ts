/**
 * One HTTP request on a connection of its own, told apart by what can be known of it: answered, surely not sent, or
 * lost. A connection kept alive could be closed by the other side in the instant in which a request is written to it, and
 * nobody could say whether that was taken; a fresh one, handed its request only once it stands, leaves no such doubt.
 */
import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@textprobe/domain/clock';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly kind: 'answered';
  /** Epoch milliseconds when the request was written. */
  readonly at: number;
  readonly status: number;
  /** In whole seconds, in milliseconds; null where the answer has none. */
  readonly retryAfterMs: number | null;
  readonly body: string;
}

export type Exchange =
  | HttpAnswer
  /** Not a byte of the request was written. */
  | { readonly kind: 'not sent'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly at: number; readonly error: string };

export interface ExchangeOptions {
  readonly clock: Clock;
  /** For the connection, and then for the answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called when the answer comes after its time; for that the connection is held for a minute more. */
  readonly onLate?: (answer: HttpAnswer) => void;
}

const LATE_MS = 60_000;
/** An answer is a few hundred bytes; a stranger's may have no end. */
const LONGEST_ANSWER = 100_000;

/** Never rejects. */
export async function exchange(wanted: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  const { clock, timeoutMs, signal } = options;
  let socket: Socket;
  try {
    socket = await open(wanted.url, clock, timeoutMs, signal);
  } catch (error) {
    return { kind: 'not sent', error };
  }
  return converse(socket, wanted, options);
}

function open(url: URL, clock: Clock, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('the gateway was stopped'));
    const socket = isTls
      ? connectTls({ host, port: Number(url.port || 443), ...(isIP(host) ? {} : { servername: host }) })
      : connectTcp({ host, port: Number(url.port || 80) });
    const fail = (error: Error) => {
      settle();
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const stop = () => fail(new Error('the gateway was stopped'));
    const cancel = clock.after(timeoutMs, () => fail(new Error(`no connection within ${timeoutMs} ms`)));
    const settle = () => {
      cancel();
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', fail);
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', fail);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      settle();
      resolve(socket);
    });
  });
}

function converse(socket: Socket, wanted: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  const { clock, timeoutMs, signal, onLate } = options;
  const { url, method, headers, body } = wanted;
  const at = clock.now();
  return new Promise((resolve) => {
    let isLate = false;
    let cancel = clock.after(timeoutMs, () => {
      isLate = true;
      cancel = clock.after(LATE_MS, () => socket.destroy());
      resolve({ kind: 'lost', at, error: `no answer within ${timeoutMs} ms` });
      if (onLate === undefined) socket.destroy();
    });
    const end = () => {
      cancel();
      signal.removeEventListener('abort', stop);
      socket.destroy();
    };
    const lose = (error: string) => {
      end();
      resolve({ kind: 'lost', at, error });
    };
    const stop = () => lose('the gateway was stopped');
    signal.addEventListener('abort', stop, { once: true });

    const asked = request({
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, 'content-length': String(Buffer.byteLength(body)), ...headers },
      createConnection: () => socket,
    });
    asked.on('error', (error) => lose(error.message));
    asked.on('close', () => lose('the connection was closed'));
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= LONGEST_ANSWER) chunks.push(chunk);
      });
      response.on('error', (error) => lose(error.message));
      response.on('end', () => {
        if (!response.complete) return lose('the answer broke off');
        end();
        const answer: HttpAnswer = {
          kind: 'answered',
          at,
          status: response.statusCode ?? 0,
          retryAfterMs: retryAfter(response.headers['retry-after']),
          body: Buffer.concat(chunks).toString('utf8'),
        };
        if (isLate) onLate?.(answer);
        else resolve(answer);
      });
    });
    asked.end(body);
  });
}

/** RFC 9110 section 10.2.3; its form as a date is left to the pause that the gateway makes by itself. */
function retryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}
