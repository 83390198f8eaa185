/** Tests a Messages API account by requesting it, which costs nothing and sends nothing. */
import type { Probe, ProbeOptions } from '../probe.ts';
import { failureOf } from './account-link.ts';
import { type Exchange, exchange } from './exchange.ts';
import { accountRequest } from './message-request.ts';
import type { TwilioGatewaySettings } from './settings.ts';

/** Never rejects. */
export async function probeTwilio(
  settings: TwilioGatewaySettings,
  { clock, withinMs, lookup }: ProbeOptions,
): Promise<Probe> {
  const startedAt = clock.now();
  const signal = new AbortController().signal;
  // The timeout applies to connecting, and again to the response.
  const found = await exchange(accountRequest(settings), {
    clock,
    timeoutMs: withinMs / 2,
    signal,
    lookup,
  });
  const tookMs = clock.now() - startedAt;
  const fault = failureOf(found) ?? unlikeMessagesApi(found);
  if (fault !== null) return { ok: false, isAnswer: fault.isCredentials, words: fault.reason, tookMs };
  const words = `The provider at ${new URL(settings.baseUrl).host} accepted the account.`;
  return { ok: true, isAnswer: true, words, tookMs };
}

/** A standing link counts any answer as success, since compatible providers may not expose the account; a test shows what it was. */
function unlikeMessagesApi(found: Exchange): ReturnType<typeof failureOf> {
  if (found.kind !== 'answered') return null;
  const isSuccess = found.status >= 200 && found.status < 300;
  if (isSuccess && isJsonObject(found.body)) return null;
  const reason = isSuccess
    ? 'The provider answered, but not as a Messages API does.'
    : `The provider answered ${found.status} to the request for the account.`;
  return { reason: `${reason} Check baseUrl and accountSid.`, isCredentials: false };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
