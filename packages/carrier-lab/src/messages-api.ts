/** The HTTP server of the Messages API, compatible with Twilio's (version 2010-04-01). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApiIntake } from './api-intake.ts';
import type { Logger } from './log.ts';

interface MessagesApiOptions {
  readonly host: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly take: ApiIntake;
  readonly log: Logger;
}

interface MessagesApi {
  /** The base URL, before `/2010-04-01/…`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Resolves once it listens. Rejects with the system's error if it cannot. */
export async function createMessagesApi(options: MessagesApiOptions): Promise<MessagesApi> {
  const { host, accountSid, authToken, take, log } = options;
  const place = `/2010-04-01/Accounts/${accountSid}`;
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'a Messages API call failed');
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    const body = await text(request);
    if (request.headers.authorization !== credentials)
      return answer(response, 401, fault(20003, 'Authenticate'));
    if (method === 'GET' && url === `${place}.json`)
      return answer(response, 200, { sid: accountSid, status: 'active' });
    if (method !== 'POST' || url !== `${place}/Messages.json`)
      return answer(response, 404, fault(20404, 'The requested resource was not found'));
    take(new URLSearchParams(body), (given) => {
      const isOpen = !response.destroyed;
      // Accepted, but the answer is lost.
      if (given === null) response.destroy();
      else if ('code' in given) answer(response, given.status, fault(given.code, given.message));
      else answer(response, 201, { sid: given.sid, status: 'queued', account_sid: accountSid });
      return isOpen;
    });
  }

  server.listen(0, host);
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${bound}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function fault(code: number, message: string): object {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}` };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, status }));
}
