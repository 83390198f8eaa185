/**
 * How httpSMS authenticates: a JSON web token for each request, signed with the webhook's signing key (HS256), whose
 * audience is the webhook's URL (https://docs.httpsms.com/webhooks/introduction, "Signing Key").
 */
import { compactVerify } from 'jose';
import { type JsonObject, readJsonObject } from '../reported-json.ts';
import { ageFault, CLOCK_TOLERANCE_S } from '../signature-age.ts';

/** A token has some 400 characters. */
const LONGEST_TOKEN = 4_000;
/** RFC 6750, 2.1; RFC 7515, 7.1: three parts in base64url. */
const TOKEN = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const NO_TOKEN = 'Authorization contains no token';

/** Null if an Authorization header contains a well-formed token, else the fault for the log. */
export function bearerFault(authorization: string): string | null {
  return TOKEN.test(authorization.slice(0, LONGEST_TOKEN)) ? null : NO_TOKEN;
}

/**
 * @param url the webhook's URL as configured at httpSMS: the token's audience
 * @param now epoch milliseconds
 * @returns null if the token is valid, else the fault for the log
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
    // HS256 only: this rejects `none` and algorithms that would use the secret as a public key.
    const key = new TextEncoder().encode(secret);
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
    const claims = readJsonObject(payload);
    if (claims === null) return 'its token has no claims';
    if (!isFor(claims, url)) return `the audience of its token is not ${url}`;
    return lifeFault(claims, Math.floor(now / 1_000));
  } catch {
    return 'its token is not signed with the source’s secret (HS256)';
  }
}

/** RFC 7519, 4.1.3: one audience, or a list of them. */
function isFor({ aud }: JsonObject, url: string): boolean {
  return Array.isArray(aud) ? aud.includes(url) : aud === url;
}

/** RFC 7519, 4.1.4 to 4.1.6. httpSMS sets all three claims. */
function lifeFault({ exp, nbf, iat }: JsonObject, now: number): string | null {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || typeof iat !== 'number')
    return 'its token lacks exp, nbf or iat';
  if (now >= exp + CLOCK_TOLERANCE_S) return `its token expired ${now - exp} s ago`;
  if (now < nbf - CLOCK_TOLERANCE_S) return `its token becomes valid in ${nbf - now} s`;
  return ageFault(iat, now);
}
