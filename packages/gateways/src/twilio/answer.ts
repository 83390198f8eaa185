/**
 * What an answer of the Messages API makes of a submission.
 *
 * | answer | outcome |
 * |---|---|
 * | 2xx with a SID | accepted |
 * | 401 | deferred: the account is at fault, not the message |
 * | 408, 429, a code that says "too many" | deferred |
 * | any other 4xx, 3xx | rejected |
 * | 502, 504 | unknown: the provider's own proxy lost the answer of whoever may have taken it (RFC 9110 section 15.6) |
 * | any other 5xx | deferred |
 * | 2xx without a SID | unknown |
 */
import type { SubmissionOutcome } from '../gateway-port.ts';
import { describeTwilioError, isBusy } from './error-words.ts';
import type { HttpAnswer } from './exchange.ts';

export type Reading =
  | { readonly kind: 'told'; readonly outcome: SubmissionOutcome }
  /** Surely not taken, since there was too much or the provider is ill. */
  | { readonly kind: 'busy'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'credentials'; readonly reason: string };

export function readAnswer(answer: HttpAnswer): Reading {
  const { at, status, retryAfterMs } = answer;
  const { sid, code, message } = readBody(answer.body);
  const reason = `The provider answered ${status}${code === null ? '' : `, ${describeTwilioError(code, message)}`}.`;
  if (status >= 200 && status < 300) {
    if (sid !== null) return told({ kind: 'accepted', at, parts: [{ part: 1, parts: 1, providerId: sid }] });
    return told({ kind: 'unknown', at, error: `${reason} It named no message, so nobody knows.` });
  }
  if (status === 401) return { kind: 'credentials', reason };
  if (status === 502 || status === 504) return told({ kind: 'unknown', at, error: reason });
  if (status === 408 || status === 429 || status >= 500 || (code !== null && isBusy(code)))
    return { kind: 'busy', reason, retryAfterMs };
  return told({ kind: 'rejected', at, error: reason });
}

function told(outcome: SubmissionOutcome): Reading {
  return { kind: 'told', outcome };
}

function readBody(body: string): { sid: string | null; code: string | null; message: string | null } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // A proxy's page.
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
