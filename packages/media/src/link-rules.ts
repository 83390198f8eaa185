/** Checks a link and its host's addresses (CREATE-6), for the link itself and for each redirect. */
import { isIP } from 'node:net';
import { bareHost, HTTPS_PORT, type LinkNetwork } from './link-network.ts';
import { MediaRefused } from './media-refused.ts';
import { isPublicAddress } from './public-address.ts';

/** The longest link that is fetched, in characters: what common servers and browsers support. */
export const MAX_LINK_LENGTH = 2048;

/** Longer links are shortened in messages. */
const SHOWN_LENGTH = 200;

/** Refuses `link`; `why` completes the sentence "… cannot be fetched: …". */
export function refusedLink(link: string, why: string, cause?: unknown): MediaRefused {
  return new MediaRefused('media.link', sentenceOf(link, why), { cause });
}

/** Like {@link refusedLink}, for a link that breaks a rule: a retry would fail too. */
function forbiddenLink(link: string, why: string): MediaRefused {
  return new MediaRefused('media.link', sentenceOf(link, why), { isForbidden: true });
}

function sentenceOf(link: string, why: string): string {
  const shown = link.replace(/\/\/[^/?#]*@/u, '//');
  const short = shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown;
  return `${short} cannot be fetched: ${why}.`;
}

/**
 * Parses and checks a link.
 * @param link the original link, for the message
 * @param base for a redirect, the URL that its Location is relative to
 * @throws {MediaRefused} `media.link`: not https, another port, with credentials, too long, or not a URL
 */
export function readLink(link: string, text = link, base?: URL): URL {
  if (text.length > MAX_LINK_LENGTH)
    throw forbiddenLink(link, `it is longer than ${MAX_LINK_LENGTH} characters`);
  const which = base === undefined ? 'it' : 'the address it redirects to';
  const url = URL.parse(text, base?.href);
  if (url === null)
    throw forbiddenLink(link, `${which} is not a complete link such as https://example.com/picture.jpg`);
  if (url.protocol !== 'https:') throw forbiddenLink(link, `${which} does not begin with https://`);
  if (url.username !== '' || url.password !== '')
    throw forbiddenLink(link, `${which} contains a user name or password`);
  if (url.port !== '') throw forbiddenLink(link, `${which} uses a port other than ${HTTPS_PORT}`);
  return url;
}

/**
 * Resolves the URL's host and checks that all its addresses are public: with a mix, it would be a matter of chance which one
 * is used.
 * @throws {MediaRefused} `media.link`
 */
export async function publicAddresses(
  network: LinkNetwork,
  link: string,
  url: URL,
): Promise<readonly string[]> {
  const host = bareHost(url);
  const addresses = isIP(host) === 0 ? await resolve(network, link, host) : [host];
  if (addresses.length === 0) throw refusedLink(link, `the host ${host} has no address`);
  if (!addresses.every(isPublicAddress)) {
    throw forbiddenLink(link, `the host ${host} is not on the public internet`);
  }
  return addresses;
}

async function resolve(network: LinkNetwork, link: string, host: string): Promise<readonly string[]> {
  try {
    return await network.resolve(host);
  } catch (error) {
    throw refusedLink(link, `the host ${host} cannot be resolved`, error);
  }
}
