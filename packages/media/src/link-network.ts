/**
 * DNS and HTTPS for `fetch-link.ts`, and what `private-network.ts` shares with it. A link's host is resolved once, all its
 * addresses are checked, and the connection uses exactly those addresses, so that DNS rebinding has no effect.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The network of a link fetcher. Tests pass one that leads to their own server; no setting can. */
export interface LinkNetwork {
  /** All addresses of a host name. Rejects if it has none. */
  resolve(host: string): Promise<readonly string[]>;
  /** The actual target of a connection to a checked address. */
  route(address: string): { readonly address: string; readonly port: number };
  /** The trusted certificate authorities (PEM); null for Node's own. */
  readonly authorities: string | null;
}

/** The only port that links may use. */
export const HTTPS_PORT = 443;

/** The system resolver, and the addresses themselves. */
export const openInternet: LinkNetwork = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },
  route: (address) => ({ address, port: HTTPS_PORT }),
  authorities: null,
};

/** The limit on the response headers. */
export const MAX_HEADER_BYTES = 16_384;

/**
 * Sends one GET to one of the `addresses` over a new connection, with the host name of `url` in SNI, certificate check and
 * Host header, and returns the response head. Does not follow redirects or decompress. `signal` also aborts the body.
 */
export function requestLink(
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
    // The reader of the body sees its errors; without a listener a late error would crash the process.
    response.on('error', () => {});
    resolve(response);
  });
  request.on('error', reject);
  request.end();
  return promise;
}

/** A URL's host for sockets and resolvers: an IPv6 address without brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/u, '$1');
}

/** Stops waiting when `signal` aborts; a DNS lookup cannot be canceled. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A lookup function with fixed, checked addresses; Node tries them in turn (RFC 8305). */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, options, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error(`${host} has no address`), '', 0);
    else if (options.all === true) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
