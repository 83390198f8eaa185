/**
 * A web site on loopback for link tests, and a `LinkNetwork` that maps public addresses to it. The rest of the fetch is real:
 * the socket, TLS with its certificate, HTTP.
 */
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, beforeEach } from 'vitest';
import type { LinkNetwork } from '../link-network.ts';
import { siteCertificate, siteKey } from './site-certificate.ts';

/** A public address; nothing is ever sent there. */
export const PUBLIC_ADDRESS = '93.184.215.14';

interface PictureSite {
  /** Resolves `pictures.example` and the entries in `hosts`; all other names are unknown. */
  readonly network: LinkNetwork;
  /** The addresses by host: each lookup takes the next entry, and the last one stays. */
  readonly hosts: Map<string, (readonly string[])[]>;
  /** The handler for each path; 404 without one. */
  readonly pages: Map<string, RequestListener>;
  /** The addresses that were connected to, before they were mapped. */
  readonly connected: string[];
  /** The host names that were looked up. */
  readonly lookups: string[];
  /** `host path` of each request. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  /** The number of open connections. */
  openConnections(): number;
  /** Resolves once no connection is open. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the site on a free port. */
async function startPictureSite(): Promise<PictureSite> {
  const pages: PictureSite['pages'] = new Map();
  const hosts: PictureSite['hosts'] = new Map([['pictures.example', [[PUBLIC_ADDRESS]]]]);
  const [connected, lookups, requests]: [string[], string[], string[]] = [[], [], []];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Duplex>();

  const server = https.createServer({ cert: siteCertificate, key: siteKey }, (request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    headers.push(request.headers);
    const page = pages.get(new URL(request.url ?? '/', 'https://pictures.example').pathname);
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    network: {
      async resolve(host) {
        lookups.push(host);
        const answers = hosts.get(host);
        const answer = answers && answers.length > 1 ? answers.shift() : answers?.[0];
        if (!answer) throw new Error(`no such host: ${host}`);
        return answer;
      },
      route(address) {
        connected.push(address);
        return { address: '127.0.0.1', port };
      },
      authorities: siteCertificate,
    },
    hosts,
    pages,
    connected,
    lookups,
    requests,
    headers,
    openConnections: () => sockets.size,
    async quiet() {
      await Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
    },
    async close() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Starts a site and a clock for each test of a file; `/cat.jpg` is PICTURE. */
export const LINK = 'https://pictures.example/cat.jpg';
export const PICTURE = Buffer.from('a picture');
export let site: PictureSite;
export let clock: ReturnType<typeof createManualClock>;
export function usePictureSite(): void {
  beforeEach(async () => {
    site = await startPictureSite();
    site.pages.set('/cat.jpg', serves(PICTURE));
    clock = createManualClock();
  });
  afterEach(() => site.close());
}

/** A page that returns a file. */
export function serves(bytes: Uint8Array, headers: Record<string, string> = {}) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': String(bytes.length), ...headers }).end(bytes);
  };
}

/** A page that redirects. */
export function redirects(to: string, status = 302) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { location: to }).end();
  };
}
