/**
 * X-Twilio-Signature: how the provider proves that a request is its own. HMAC-SHA1 under the account's auth token over
 * the address and then every form parameter, name and value, sorted by name
 * (https://www.twilio.com/docs/usage/security, "Validating Requests").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature in base64 for a form posted to `url`. Of a name that comes several times each different value counts once. */
export function signForm(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const said = names.flatMap((name) =>
    [...new Set(form.getAll(name))].sort().map((value) => `${name}${value}`),
  );
  return createHmac('sha1', authToken)
    .update(url + said.join(''), 'utf8')
    .digest('base64');
}

/** Whether a request bears what may be a signature: SHA-1 in base64. */
export function bearsSignature(headers: Readonly<Record<string, string | undefined>>): boolean {
  return /^[\w+/]{27}=$/.test(headers['x-twilio-signature'] ?? '');
}

/**
 * Whether the signature is the account's. Senders differ in whether they write the port of https or http into the
 * address they sign, so both forms are tried, as the provider's own libraries do. Takes as long for a wrong one as for
 * a right one.
 */
export function verifyForm(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'utf8');
  const matches = addressForms(url).map((address) => {
    const right = Buffer.from(signForm(authToken, address, form), 'utf8');
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return matches.includes(true);
}

/** The address as it is, without its port, and with it. Built by hand: `URL` would leave out a port that is the usual one. */
function addressForms(url: string): string[] {
  const parts = /^(https?):\/\/((?:[^/?#@]*@)?(?:\[[^\]]*\]|[^:/?#]*))(?::\d+)?(.*)$/i.exec(url);
  if (parts === null) return [url];
  const [, scheme = '', host = '', rest = ''] = parts;
  const port = URL.parse(url)?.port || (scheme.toLowerCase() === 'https' ? '443' : '80');
  return [...new Set([url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${port}${rest}`])];
}
