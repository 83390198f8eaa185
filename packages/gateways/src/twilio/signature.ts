/**
 * X-Twilio-Signature, which authenticates the provider's requests: HMAC-SHA1 with the account's auth token over the URL and
 * then every form parameter, name and value, sorted by name (https://www.twilio.com/docs/usage/security, "Validating
 * Requests").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The base64 signature of a form posted to `url`. A repeated name counts with its distinct values. */
export function signForm(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const parameters = names.flatMap((name) =>
    [...new Set(form.getAll(name))].sort().map((value) => `${name}${value}`),
  );
  return createHmac('sha1', authToken)
    .update(url + parameters.join(''), 'utf8')
    .digest('base64');
}

/** Whether a request has a well-formed signature: SHA-1 in base64. */
export function hasSignature(headers: Readonly<Record<string, string | undefined>>): boolean {
  return /^[\w+/]{27}=$/.test(headers['x-twilio-signature'] ?? '');
}

/**
 * Verifies the signature in constant time. Senders differ in whether the URL they sign includes the default port, so both forms
 * are tried, like in the provider's own libraries.
 */
export function verifyForm(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: string,
): boolean {
  const received = Buffer.from(signature, 'utf8');
  const matches = urlForms(url).map((candidate) => {
    const expected = Buffer.from(signForm(authToken, candidate, form), 'utf8');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return matches.includes(true);
}

/** The URL unchanged, without its port, and with it. By hand, because `URL` removes a default port. */
function urlForms(url: string): string[] {
  const parts = /^(https?):\/\/((?:[^/?#@]*@)?(?:\[[^\]]*\]|[^:/?#]*))(?::\d+)?(.*)$/i.exec(url);
  if (parts === null) return [url];
  const [, scheme = '', host = '', rest = ''] = parts;
  const port = URL.parse(url)?.port || (scheme.toLowerCase() === 'https' ? '443' : '80');
  return [...new Set([url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${port}${rest}`])];
}
