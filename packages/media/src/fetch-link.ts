/**
 * Fetches the file behind a link that an operator gave (CREATE-6), once, without lending anybody our place in the network:
 * https to public addresses only, each redirect judged like the link itself, within bounds of time and size.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@textprobe/domain/clock';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { displayName } from './display-name.ts';
import { askForLink, type LinkNetwork, openInternet } from './link-network.ts';
import { publicAddresses, readLink, refusedLink } from './link-rules.ts';
import { MediaRefused } from './media-refused.ts';

export interface LinkLimits {
  /** Until the head of the final answer is there, look-ups and redirects included, in milliseconds. */
  readonly headMs: number;
  /** Until the last byte, in milliseconds. */
  readonly wholeMs: number;
  readonly redirects: number;
  /** Of the content; MEDIA_SIZE_LIMIT unless given. */
  readonly maxBytes: number;
}

const LIMITS: LinkLimits = { headMs: 10_000, wholeMs: 30_000, redirects: 3, maxBytes: MEDIA_SIZE_LIMIT };

export interface FetchedLink {
  /** To be read once; the connection ends with it. It throws MediaRefused `media.link` when it breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
  /** What the link's path calls the file. */
  readonly name: string;
}

export interface LinkDeps {
  readonly clock: Clock;
  /** The open internet unless given. */
  readonly network?: LinkNetwork;
  readonly limits?: Partial<LinkLimits>;
  /** An Authorization header for the link's own origin; where it redirects to another, that gets none. */
  readonly authorization?: string | null;
}

/** What is the same for every hop of one fetch. */
interface Fetch {
  readonly link: string;
  readonly limits: LinkLimits;
  readonly network: LinkNetwork;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

/**
 * Asks for the link and resolves once the head of a good answer is there. Whoever does not read `content` loses the
 * connection when the time is up.
 * @throws {MediaRefused} `media.link`, with a sentence that names the link and what is wrong with it
 */
export async function fetchLink(deps: LinkDeps, link: string): Promise<FetchedLink> {
  const limits = { ...LIMITS, ...deps.limits };
  const abort = new AbortController();
  const late = (ms: number) =>
    deps.clock.after(ms, () => abort.abort(refusedLink(link, `it took longer than ${ms / 1000} s`)));
  const cancelHead = late(limits.headMs);
  const cancelWhole = late(limits.wholeMs);
  const { network = openInternet, authorization = null } = deps;
  const fetch = { link, limits, network, authorization, signal: abort.signal };
  try {
    const url = readLink(link);
    const response = await follow(fetch, url);
    return { content: readBody(fetch, response, cancelWhole), name: nameOf(url) };
  } catch (error) {
    cancelWhole();
    throw inWords(fetch, error);
  } finally {
    cancelHead();
  }
}

/** The head of the final answer, after as many redirects as are allowed. */
async function follow(fetch: Fetch, first: URL): Promise<IncomingMessage> {
  let url = first;
  for (let hop = 0; hop <= fetch.limits.redirects; hop += 1) {
    const addresses = await unlessAborted(fetch.signal, publicAddresses(fetch.network, fetch.link, url));
    const authorization = url.origin === first.origin ? fetch.authorization : null;
    const response = await askForLink(fetch, url, addresses, authorization);
    const location = redirectOf(response);
    if (location === null) return accept(fetch, response);
    response.destroy();
    url = readLink(fetch.link, location, url);
  }
  throw refusedLink(fetch.link, `it redirects more than ${fetch.limits.redirects} times`);
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0) ? (headers.location ?? null) : null;
}

/** Refuses by the head what can be refused by it. A packed body is not unpacked: a small one can hold gigabytes. */
function accept({ link, limits }: Fetch, response: IncomingMessage): IncomingMessage {
  const { statusCode, headers } = response;
  const refuse = (why: string) => {
    response.destroy();
    return refusedLink(link, why);
  };
  if (statusCode !== 200) throw refuse(`the server answered ${statusCode} instead of 200`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw refuse('the server sent it compressed, unasked');
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw refuse(tooLarge(limits));
  return response;
}

const tooLarge = ({ maxBytes }: LinkLimits) => `it is larger than ${maxBytes.toLocaleString('en-US')} bytes`;

async function* readBody(
  fetch: Fetch,
  response: IncomingMessage,
  cancelWhole: () => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > fetch.limits.maxBytes) throw refusedLink(fetch.link, tooLarge(fetch.limits));
      yield chunk;
    }
  } catch (error) {
    throw inWords(fetch, error);
  } finally {
    cancelWhole();
    response.destroy();
  }
}

/** The last part of the path, or the host of a link that has none. */
function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  return displayName(last === '' ? url.hostname : decoded(last));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The resolver cannot be stopped, only left. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Whatever went wrong, as a refusal: the one that ended the fetch, if it was ended, else what the connection says. */
function inWords({ link, signal }: Fetch, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof MediaRefused || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const about = /CERT|SIGNATURE|ISSUER|ALTNAME|SSL|TLS/u.test(code)
    ? 'its certificate is not trusted'
    : 'the connection failed';
  return refusedLink(link, `${about} (${code})`, error);
}
