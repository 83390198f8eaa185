/**
 * Fetches the file behind a link that an operator entered (CREATE-6), without exposing our internal network (SSRF):
 * https to public addresses only, with the same checks for each redirect, and limits on time and size.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@textprobe/domain/clock';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { displayName } from './display-name.ts';
import { type LinkNetwork, openInternet, requestLink, unlessAborted } from './link-network.ts';
import { publicAddresses, readLink, refusedLink } from './link-rules.ts';
import { MediaRefused } from './media-refused.ts';

export interface LinkLimits {
  /** Until the response head arrives, including lookups and redirects, in milliseconds. */
  readonly headMs: number;
  /** Until the last byte, in milliseconds. */
  readonly wholeMs: number;
  readonly redirects: number;
  /** The limit on the content, in bytes; default MEDIA_SIZE_LIMIT. */
  readonly maxBytes: number;
}

const LIMITS: LinkLimits = { headMs: 10_000, wholeMs: 30_000, redirects: 3, maxBytes: MEDIA_SIZE_LIMIT };

export interface FetchedLink {
  /** Can be read once; the connection closes at its end. Throws MediaRefused `media.link` if the transfer breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
  /** The file name in the link's path. */
  readonly name: string;
}

export interface LinkDeps {
  readonly clock: Clock;
  /** Default: the internet. */
  readonly network?: LinkNetwork;
  readonly limits?: Partial<LinkLimits>;
  /** An Authorization header for the link's own origin; a redirect to another origin does not get it. */
  readonly authorization?: string | null;
}

/** The context shared by all hops of one fetch. */
interface Fetch {
  readonly link: string;
  readonly limits: LinkLimits;
  readonly network: LinkNetwork;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

/**
 * Requests the link and resolves once the head of an acceptable response has arrived. If `content` is not read, the
 * connection closes at the timeout.
 * @throws {MediaRefused} `media.link`, with a sentence that names the link and the problem
 */
export async function fetchLink(deps: LinkDeps, link: string): Promise<FetchedLink> {
  const limits = { ...LIMITS, ...deps.limits };
  const abort = new AbortController();
  const abortAfter = (ms: number) =>
    deps.clock.after(ms, () => abort.abort(refusedLink(link, `it took longer than ${ms / 1000} s`)));
  const cancelHeadTimer = abortAfter(limits.headMs);
  const cancelBodyTimer = abortAfter(limits.wholeMs);
  const { network = openInternet, authorization = null } = deps;
  const fetch = { link, limits, network, authorization, signal: abort.signal };
  try {
    const url = readLink(link);
    const response = await follow(fetch, url);
    return { content: readBody(fetch, response, cancelBodyTimer), name: nameOf(url) };
  } catch (error) {
    cancelBodyTimer();
    throw toRefusal(fetch, error);
  } finally {
    cancelHeadTimer();
  }
}

/** Follows redirects up to the limit and returns the final response. */
async function follow(fetch: Fetch, first: URL): Promise<IncomingMessage> {
  let url = first;
  for (let hop = 0; hop <= fetch.limits.redirects; hop += 1) {
    const addresses = await unlessAborted(fetch.signal, publicAddresses(fetch.network, fetch.link, url));
    const authorization = url.origin === first.origin ? fetch.authorization : null;
    const response = await requestLink(fetch, url, addresses, authorization);
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

/** Checks the response head. A compressed body is refused, because a small one can expand to gigabytes. */
function accept({ link, limits }: Fetch, response: IncomingMessage): IncomingMessage {
  const { statusCode, headers } = response;
  const refuse = (why: string) => {
    response.destroy();
    return refusedLink(link, why);
  };
  if (statusCode !== 200) throw refuse(`the server answered ${statusCode} instead of 200`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw refuse('the server sent it compressed, which was not requested');
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw refuse(tooLarge(limits));
  return response;
}

const tooLarge = ({ maxBytes }: LinkLimits) => `it is larger than ${maxBytes.toLocaleString('en-US')} bytes`;

async function* readBody(
  fetch: Fetch,
  response: IncomingMessage,
  cancelBodyTimer: () => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > fetch.limits.maxBytes) throw refusedLink(fetch.link, tooLarge(fetch.limits));
      yield chunk;
    }
  } catch (error) {
    throw toRefusal(fetch, error);
  } finally {
    cancelBodyTimer();
    response.destroy();
  }
}

/** The last segment of the path, or the host if the path is empty. */
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

/** Turns any error into a refusal: the abort reason if the fetch was aborted, else a description of the error. */
function toRefusal({ link, signal }: Fetch, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof MediaRefused || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const about = /CERT|SIGNATURE|ISSUER|ALTNAME|SSL|TLS/u.test(code)
    ? 'its certificate is not trusted'
    : 'the connection failed';
  return refusedLink(link, `${about} (${code})`, error);
}
