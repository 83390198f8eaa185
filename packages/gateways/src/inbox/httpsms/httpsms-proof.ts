/**
 * How httpSMS proves itself: a JSON web token, signed with the webhook's signing key by HS256, made anew for each post and
 * meant for the webhook's address (https://docs.httpsms.com/webhooks/introduction, "Signing Key").
 */
import { compactVerify } from 'jose';
import { ageFault, PROOF_TOLERANCE_S } from '../proof-age.ts';
import { type JsonObject, readJsonObject } from '../reported-json.ts';

/** A token has some 400 characters. */
const LONGEST_TOKEN = 4_000;
/** RFC 6750, 2.1; RFC 7515, 7.1: three parts in base64url. */
const TOKEN = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const NO_TOKEN = 'Authorization bears no token';

/** What an Authorization header lacks of a token, for the log; null where it has the form of one. */
export function bearerFault(authorization: string): string | null {
  return TOKEN.test(authorization.slice(0, LONGEST_TOKEN)) ? null : NO_TOKEN;
}

/**
 * @param url the webhook's address as it was set at httpSMS: the token's audience
 * @param now epoch milliseconds
 * @returns null where it is proven, else what is wrong with it, for the log
 */
export async function tokenFault(
  secret: string,
  authorization: string,
  url: string,
  now: number,
): Promise<string | null> {
  const token = TOKEN.exec(authorization.slice(0, LONGEST_TOKEN))?.[1];
  if (token === undefined || secret === '') return NO_TOKEN;
  try {
    // Nothing but HS256: a token that says `none`, or means the secret for a public key, is no proof.
    const key = new TextEncoder().encode(secret);
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
    const claims = readJsonObject(payload);
    if (claims === null) return 'its token holds no claims';
    if (!isFor(claims, url)) return `its token is meant for another address than ${url}`;
    return lifeFault(claims, Math.floor(now / 1_000));
  } catch {
    return 'its token is not signed with the source’s secret by HS256';
  }
}

/** RFC 7519, 4.1.3: one audience, or a list of them. */
function isFor({ aud }: JsonObject, url: string): boolean {
  return Array.isArray(aud) ? aud.includes(url) : aud === url;
}

/** RFC 7519, 4.1.4 to 4.1.6; all three are there, or it is none of theirs. */
function lifeFault({ exp, nbf, iat }: JsonObject, now: number): string | null {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || typeof iat !== 'number')
    return 'its token does not say when it was made and how long it is good';
  if (now >= exp + PROOF_TOLERANCE_S) return `its token was good until ${now - exp} s ago`;
  if (now < nbf - PROOF_TOLERANCE_S) return `its token is not good before ${nbf - now} s from now`;
  return ageFault(iat, now);
}
