/**
 * How httpSMS proves itself: a JSON web token, signed with the webhook's signing key by HS256, made anew for each post and
 * meant for the webhook's address (https://docs.httpsms.com/webhooks/introduction, "Signing Key").
 */
import { compactVerify } from 'jose';
import { type JsonObject, readJsonObject } from '../reported-json.ts';

/** How far its clock and ours may be apart; also, how old a token may be before it is somebody's copy. Seconds. */
const TOLERANCE_S = 300;
/** A token has some 400 characters. */
const LONGEST_TOKEN = 4_000;

/**
 * @param url the webhook's address as it was set at httpSMS: the token's audience
 * @param now epoch milliseconds
 */
export async function provesToken(
  secret: string,
  authorization: string,
  url: string,
  now: number,
): Promise<boolean> {
  const token = /^Bearer +(\S+)$/i.exec(authorization.slice(0, LONGEST_TOKEN))?.[1];
  if (token === undefined || secret === '') return false;
  try {
    // Nothing but HS256: a token that says `none`, or means the secret for a public key, is no proof.
    const key = new TextEncoder().encode(secret);
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
    const claims = readJsonObject(payload);
    return claims !== null && isFor(claims, url) && isFresh(claims, Math.floor(now / 1_000));
  } catch {
    return false;
  }
}

/** RFC 7519, 4.1.3: one audience, or a list of them. */
function isFor({ aud }: JsonObject, url: string): boolean {
  return Array.isArray(aud) ? aud.includes(url) : aud === url;
}

/** RFC 7519, 4.1.4 to 4.1.6; all three are there, or it is none of theirs. */
function isFresh({ exp, nbf, iat }: JsonObject, now: number): boolean {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || typeof iat !== 'number') return false;
  return now < exp + TOLERANCE_S && now >= nbf - TOLERANCE_S && Math.abs(now - iat) <= TOLERANCE_S;
}
