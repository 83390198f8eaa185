/** What a link may look like and where it may lead (CREATE-6), asked anew for each redirect. */
import { isIP } from 'node:net';
import { bareHost, HTTPS_PORT, type LinkNetwork } from './link-network.ts';
import { MediaRefused } from './media-refused.ts';
import { isPublicAddress } from './public-address.ts';

/** The longest link that is fetched, in characters; what common servers and browsers agree upon. */
export const MAX_LINK_LENGTH = 2048;

/** A link is shown in a sentence up to this length. */
const SHOWN_LENGTH = 200;

/** The refusal of `link`, which `why` completes: "… cannot be fetched: it is not …". */
export function refusedLink(link: string, why: string, cause?: unknown): MediaRefused {
  return new MediaRefused('media.link', sentenceOf(link, why), { cause });
}

/** The same for a link that breaks a rule: trying again is of no use. */
function forbiddenLink(link: string, why: string): MediaRefused {
  return new MediaRefused('media.link', sentenceOf(link, why), { isForbidden: true });
}

function sentenceOf(link: string, why: string): string {
  const shown = link.replace(/\/\/[^/?#]*@/u, '//');
  const short = shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown;
  return `${short} cannot be fetched: ${why}.`;
}

/**
 * The link as a URL.
 * @param link as given, for the sentence
 * @param base for a redirect, what its Location is relative to
 * @throws {MediaRefused} `media.link`: not https, another port, a user name or password in it, too long, or no link at all
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
    throw forbiddenLink(link, `${which} holds a user name or password`);
  if (url.port !== '') throw forbiddenLink(link, `${which} names a port other than ${HTTPS_PORT}`);
  return url;
}

/**
 * All addresses of the URL's host, of which every one is public: one that is not would make it a matter of luck which is
 * connected to.
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
    throw refusedLink(link, `the host ${host} is not known`, error);
  }
}
