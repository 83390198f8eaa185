/**
 * Interprets the response of the Messages API to a submission.
 *
 * | response | outcome |
 * |---|---|
 * | 2xx with a SID | accepted |
 * | 401 | deferred: the account is at fault, not the message |
 * | 408, 429, a code that means "too many" | deferred |
 * | any other 4xx, 3xx | rejected |
 * | 502, 504 | unknown: the provider's own proxy lost the response of a server that may have accepted it (RFC 9110 section 15.6) |
 * | any other 5xx | deferred |
 * | 2xx without a SID | unknown |
 */
import type { SubmissionOutcome } from '../gateway-port.ts';
import { describeTwilioError, isBusy } from './error-words.ts';
import type { HttpAnswer } from './exchange.ts';

export type Reading =
  | { readonly kind: 'outcome'; readonly outcome: SubmissionOutcome }
  /** Certainly not accepted, because of rate limiting or a failure of the provider. */
  | { readonly kind: 'busy'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'credentials'; readonly reason: string };

export function readAnswer(answer: HttpAnswer): Reading {
  const { at, status, retryAfterMs } = answer;
  const { sid, code, message } = readBody(answer.body);
  const reason = `The provider answered ${status}${code === null ? '' : `, ${describeTwilioError(code, message)}`}.`;
  if (status >= 200 && status < 300) {
    if (sid !== null)
      return concluded({ kind: 'accepted', at, parts: [{ part: 1, parts: 1, providerId: sid }] });
    return concluded({
      kind: 'unknown',
      at,
      error: `${reason} It has no message SID, so the outcome is unknown.`,
    });
  }
  if (status === 401) return { kind: 'credentials', reason };
  if (status === 502 || status === 504) return concluded({ kind: 'unknown', at, error: reason });
  if (status === 408 || status === 429 || status >= 500 || (code !== null && isBusy(code)))
    return { kind: 'busy', reason, retryAfterMs };
  return concluded({ kind: 'rejected', at, error: reason });
}

function concluded(outcome: SubmissionOutcome): Reading {
  return { kind: 'outcome', outcome };
}

function readBody(body: string): { sid: string | null; code: string | null; message: string | null } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON: the page of a proxy.
  }
  const { sid, code, message } = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >;
  return {
    sid: typeof sid === 'string' && sid !== '' ? sid : null,
    code: typeof code === 'number' || (typeof code === 'string' && code !== '') ? String(code) : null,
    message: typeof message === 'string' ? message : null,
  };
}
