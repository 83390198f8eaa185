/**
 * HTTP to a device in our own network whose address an administrator entered (PAIR-3). The host is resolved once, all its
 * addresses are checked, and the connection uses one of those, so that DNS rebinding has no effect. Never show what the
 * device answers: other services of the network would be readable through the console.
 */
import http, { type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '@textprobe/domain/clock';
import { holdHead } from './held-head.ts';
import { bareHost, MAX_HEADER_BYTES, openInternet, unlessAborted } from './link-network.ts';
import { isPrivateAddress, isSameAddress } from './private-address.ts';

/** Our own network. Tests pass one that leads to their own server; no setting can. */
export interface PrivateNetwork {
  /** All addresses of a host name. Rejects if it has none. */
  resolve(host: string): Promise<readonly string[]>;
  /** The addresses of this machine. */
  ownAddresses(): readonly string[];
  /** The actual target of a connection to a checked address. */
  route(address: string, port: number): { readonly address: string; readonly port: number };
}

/** The network of this machine. */
export const ownNetwork: PrivateNetwork = {
  resolve: openInternet.resolve,
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  route: (address, port) => ({ address, port }),
};

export interface PrivateDeps {
  readonly clock: Clock;
  /** Default: the network of this machine. */
  readonly network?: PrivateNetwork;
}

export interface PrivateRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface PrivateAnswer {
  readonly status: number;
  /** Cut off at 64 kB. */
  readonly body: Uint8Array;
}

export type PrivateHost =
  | {
      readonly ok: true;
      /**
       * Sends one request over a new connection. Does not follow redirects. Null without a complete answer within 10 s.
       */
      send(request: PrivateRequest): Promise<PrivateAnswer | null>;
    }
  /** `message`: a sentence for the field. */
  | { readonly ok: false; readonly message: string };

/** For the lookup, and again for each request, in milliseconds. */
const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 65_536;
/** An IPv6 address in brackets, or another host; then a port. */
const ADDRESS = /^(?:http:\/\/)?(\[[^\s[\]]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?\/?$/iu;
const LONGEST_ADDRESS = 300;
/** An app on a phone cannot listen on lower ports; they belong to other services, such as SSH and mail. */
const PORTS = { lowest: 1_024, highest: 65_535 };

/** @param text an address as entered, such as `192.168.1.10:8080` or `http://phone.lan`; @param defaultPort if it has none */
export async function findPrivateHost(
  deps: PrivateDeps,
  text: string,
  defaultPort: number,
): Promise<PrivateHost> {
  const { network = ownNetwork } = deps;
  const read = readAddress(text, defaultPort);
  if ('message' in read) return { ok: false, ...read };
  const { host, port } = read;
  const addresses = isIP(host) === 0 ? await withinTime(deps.clock, () => network.resolve(host)) : [host];
  const [address] = addresses ?? [];
  if (addresses === null || address === undefined) return refuse(`${host} has no address in this network.`);
  if (!addresses.every(isPrivateAddress)) {
    const which = isIP(host) === 0 ? `Not every address of ${host} is` : `${host} is not`;
    return refuse(`${which} in a private network (10.x, 172.16–31.x, 192.168.x, fc00::/7).`);
  }
  if (addresses.some((one) => isOwnAddress(network, one)))
    return refuse(`${host} is the address of this server. Enter the address of the phone.`);
  const target = { host: isIP(host) === 6 ? `[${host}]` : host, port, route: network.route(address, port) };
  return {
    ok: true,
    send: (request) => withinTime(deps.clock, (signal) => exchange(target, request, signal)),
  };
}

/** Whether this machine has the address. */
export function isOwnAddress(network: PrivateNetwork, address: string): boolean {
  return network.ownAddresses().some((own) => isSameAddress(address, own));
}

const refuse = (message: string): PrivateHost => ({ ok: false, message });

function readAddress(
  text: string,
  defaultPort: number,
): { readonly host: string; readonly port: number } | { readonly message: string } {
  const entered = text.trim();
  const parts = entered.length > LONGEST_ADDRESS ? null : ADDRESS.exec(entered);
  const [, given = '', portText = String(defaultPort)] = parts ?? [];
  const url = given === '' ? null : URL.parse(`http://${given}`);
  if (url === null)
    return { message: `Enter the address as the app shows it, such as 192.168.1.10:${defaultPort}.` };
  const port = Number(portText);
  if (port < PORTS.lowest || port > PORTS.highest)
    return { message: `The port must be from ${PORTS.lowest} to ${PORTS.highest}.` };
  return { host: bareHost(url), port };
}

/** Null if it fails or takes longer than 10 s. */
export async function withinTime<T>(
  clock: Clock,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const abort = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => abort.abort());
  try {
    return await unlessAborted(abort.signal, work(abort.signal));
  } catch {
    // Refused, reset, unroutable or not HTTP: it makes no difference to the person who entered the address.
    return null;
  } finally {
    cancel();
  }
}

interface Target {
  /** For the Host header. */
  readonly host: string;
  readonly port: number;
  readonly route: { readonly address: string; readonly port: number };
}

async function exchange(
  { host, port, route }: Target,
  { method, path, headers, body }: PrivateRequest,
  signal: AbortSignal,
): Promise<PrivateAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = http.request({
    host: route.address,
    port: route.port,
    method,
    path,
    headers: {
      host: `${host}:${port}`,
      'accept-encoding': 'identity',
      'user-agent': 'Textprobe',
      ...headers,
    },
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  request.once('response', (response) => {
    // The reader of the body sees its errors; without a listener a late error would crash the process.
    response.on('error', () => {});
    resolve(response);
  });
  request.on('error', reject);
  request.end(body ?? undefined);
  const response = await promise;
  const { head, release } = await holdHead(response, MAX_BODY_BYTES);
  await release();
  return { status: response.statusCode ?? 0, body: head.subarray(0, MAX_BODY_BYTES) };
}
