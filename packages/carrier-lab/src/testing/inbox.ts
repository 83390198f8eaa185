/** A target for the handsets' posts in tests: an HTTP server that records requests and answers as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedText } from '../handset-posts.ts';

export interface Posted {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReceivedText;
}

export interface Inbox {
  readonly url: string;
  readonly posts: Posted[];
  /** The Authorization header of each ping. */
  readonly pings: string[];
  /** Answers the next posts with these, one each; then with 200. */
  answerWith(...answers: { status: number; headers?: Record<string, string> }[]): void;
  close(): Promise<void>;
}

/** @param isSilent accepts posts and never answers */
export async function createInbox({ isSilent = false } = {}): Promise<Inbox> {
  const posts: Posted[] = [];
  const pings: string[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as ReceivedText;
    if (request.url?.endsWith('/ping')) {
      pings.push(request.headers.authorization ?? '');
      response.writeHead(204).end();
      return;
    }
    posts.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
    if (isSilent) return;
    const { status, headers = {} } = answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end('{}');
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    pings,
    answerWith: (...next) => void answers.push(...next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
