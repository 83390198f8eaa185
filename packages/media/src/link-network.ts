/**
 * How `fetch-link.ts` reaches the world: a link's host is looked up once, every address it has is checked, and the
 * connection goes to those very addresses, so it does not matter what the name means a moment later.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The world as a link fetcher sees it. Tests hand in one that leads to a server of theirs; no setting can. */
export interface LinkNetwork {
  /** All addresses of a host name. Rejects when it has none. */
  resolve(host: string): Promise<readonly string[]>;
  /** Where the connection to a checked address really goes. */
  route(address: string): { readonly address: string; readonly port: number };
  /** The authorities believed (PEM); null for those that Node brings along. */
  readonly authorities: string | null;
}

/** The one port that links may use, and connections go to. */
export const HTTPS_PORT = 443;

/** The machine's own resolver, and the address itself. */
export const openInternet: LinkNetwork = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },
  route: (address) => ({ address, port: HTTPS_PORT }),
  authorities: null,
};

/** Headers of more than this many bytes in all are no picture's. */
const MAX_HEADER_BYTES = 16_384;

/**
 * Sends one GET to one of the `addresses` on a connection of its own, with the host name of `url` in SNI, certificate and
 * Host header, and gives the answer's head. Follows nothing and unpacks nothing. `signal` ends the body too.
 */
export function askForLink(
  { network, signal }: { readonly network: LinkNetwork; readonly signal: AbortSignal },
  url: URL,
  addresses: readonly string[],
  authorization: string | null,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const routes = addresses.map((address) => network.route(address));
  const request = https.request({
    host: bareHost(url),
    port: routes[0]?.port ?? HTTPS_PORT,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      accept: 'image/*, video/*',
      'accept-encoding': 'identity',
      'user-agent': 'Textprobe',
      ...(authorization !== null && { authorization }),
    },
    lookup: pinnedTo(routes.map(({ address }) => address)),
    agent: new https.Agent({ keepAlive: false, maxCachedSessions: 0 }),
    rejectUnauthorized: true,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
    ...(network.authorities !== null && { ca: network.authorities }),
  });
  request.once('response', (response) => {
    // Who reads the body hears of its end there; without a listener a late fault would bring the process down.
    response.on('error', () => {});
    resolve(response);
  });
  request.on('error', reject);
  request.end();
  return promise;
}

/** A URL's host as sockets and resolvers take it: an IPv6 address without its brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/u, '$1');
}

/** A look-up that has its answer already; Node tries the addresses in turn (RFC 8305). */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, options, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error(`${host} has no address`), '', 0);
    else if (options.all === true) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
