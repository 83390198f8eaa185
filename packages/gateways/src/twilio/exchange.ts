/**
 * Sends one HTTP request over a new connection and reports whether it was answered, not sent, or lost. The server may close a
 * kept-alive connection while a request is being written, so that it is unknown whether it was accepted; a new connection
 * that gets its request only once it is open avoids that.
 */
import { request } from 'node:http';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
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
  /** Retry-After, in milliseconds; null if absent. */
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
  /** The timeout for connecting, and again for the response, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Resolves the host name. Default: the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
  /** Called when the response arrives after the timeout, for which the connection is kept open for another minute. */
  readonly onLate?: (answer: HttpAnswer) => void;
}

const LATE_MS = 60_000;
/** Responses have a few hundred bytes; an untrusted one may be endless. */
const MAX_RESPONSE_LENGTH = 100_000;

/** Never rejects. */
export async function exchange(outgoing: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  let socket: Socket;
  try {
    socket = await open(outgoing.url, options);
  } catch (error) {
    return { kind: 'not sent', error };
  }
  return sendOver(socket, outgoing, options);
}

function open(url: URL, { clock, timeoutMs, signal, lookup }: ExchangeOptions): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port || (isTls ? 443 : 80));
  const target = { host, port, ...(lookup && { lookup }) };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('the gateway was stopped'));
    const socket = isTls
      ? connectTls({ ...target, ...(isIP(host) ? {} : { servername: host }) })
      : connectTcp(target);
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

function sendOver(socket: Socket, outgoing: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  const { clock, timeoutMs, signal, onLate } = options;
  const { url, method, headers, body } = outgoing;
  const at = clock.now();
  return new Promise((resolve) => {
    let isLate = false;
    let cancel = clock.after(timeoutMs, () => {
      isLate = true;
      cancel = clock.after(LATE_MS, () => socket.destroy());
      resolve({ kind: 'lost', at, error: `no response within ${timeoutMs} ms` });
      if (onLate === undefined) socket.destroy();
    });
    const end = () => {
      cancel();
      signal.removeEventListener('abort', stop);
      socket.destroy();
    };
    const failAsLost = (error: string) => {
      end();
      resolve({ kind: 'lost', at, error });
    };
    const stop = () => failAsLost('the gateway was stopped');
    signal.addEventListener('abort', stop, { once: true });

    const clientRequest = request({
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, 'content-length': String(Buffer.byteLength(body)), ...headers },
      createConnection: () => socket,
    });
    clientRequest.on('error', (error) => failAsLost(error.message));
    clientRequest.on('close', () => failAsLost('the connection was closed'));
    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_RESPONSE_LENGTH) chunks.push(chunk);
      });
      response.on('error', (error) => failAsLost(error.message));
      response.on('end', () => {
        if (!response.complete) return failAsLost('the response was truncated');
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
    clientRequest.end(body);
  });
}

/** Retry-After in seconds (RFC 9110 section 10.2.3). The date form is ignored; the gateway's own pause applies. */
function retryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}
