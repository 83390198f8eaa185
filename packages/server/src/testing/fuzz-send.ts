/** Sends the fuzzer's requests byte for byte, as a logged-in or an anonymous browser. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Credentials, FuzzRequest } from './fuzz-request.ts';
import type { TestClient } from './test-client.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whose cookies and tokens are sent; a browser that logged out logs in again. */
export interface Visitors {
  readonly own: TestClient;
  readonly ownToken: string;
  readonly foreignToken: string;
  readonly handsetKey: string;
}

/** Timeout of an answer in milliseconds, far longer than any takes. */
const PATIENCE_MS = 20_000;

export interface Sender {
  send(fuzz: FuzzRequest, visitors: Visitors): Promise<FuzzAnswer>;
  close(): void;
}

export function createSender(address: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function send(fuzz: FuzzRequest, visitors: Visitors): Promise<FuzzAnswer> {
    const { hostname, port } = new URL(address);
    const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method: fuzz.method,
        path: fuzz.target,
        headers: { ...headersOf(fuzz), ...credentialsOf(fuzz.credentials, visitors) },
        timeout: PATIENCE_MS,
      },
      (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        // An event stream never ends: its headers are the response.
        if (headers['content-type']?.startsWith('text/event-stream')) {
          resolve({ status, headers, body: Buffer.alloc(0) });
          incoming.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const zipped = headers['content-encoding'] === 'gzip' && bytes.length > 0;
          resolve({ status, headers, body: zipped ? gunzipSync(bytes) : bytes });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
    outgoing.end(fuzz.body?.bytes);
    return promise;
  }

  return { send, close: () => agent.destroy() };
}

function headersOf({ headers, body }: FuzzRequest): Record<string, string> {
  return {
    ...headers,
    ...(body === null ? {} : { 'content-length': String(body.bytes.length) }),
    ...(body === null || body.contentType === null ? {} : { 'content-type': body.contentType }),
  };
}

function credentialsOf({ session, token, bearer }: Credentials, visitors: Visitors): Record<string, string> {
  const cookies = [...visitors.own.cookies].filter(([name]) => session || name !== 'textprobe');
  const tokens = { own: visitors.ownToken, foreign: visitors.foreignToken, none: null };
  const keys = { valid: `Bearer ${visitors.handsetKey}`, wrong: 'Bearer nobody', none: null };
  return {
    cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
    ...(tokens[token] === null ? {} : { 'x-xsrf-token': tokens[token] }),
    ...(keys[bearer] === null ? {} : { authorization: keys[bearer] }),
  };
}
