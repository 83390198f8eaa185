/** Tests a Messages API account by requesting it, which costs nothing and sends nothing. */
import type { Clock } from '@textprobe/domain/clock';
import type { Probe } from '../probe.ts';
import { failureOf } from './account-link.ts';
import { exchange } from './exchange.ts';
import { accountRequest } from './message-request.ts';
import type { TwilioGatewaySettings } from './settings.ts';

/** Never rejects. @param withinMs the timeout, in milliseconds */
export async function probeTwilio(
  settings: TwilioGatewaySettings,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<Probe> {
  const startedAt = clock.now();
  const signal = new AbortController().signal;
  // The timeout applies to connecting, and again to the response.
  const found = await exchange(accountRequest(settings), { clock, timeoutMs: withinMs / 2, signal });
  const tookMs = clock.now() - startedAt;
  const fault = failureOf(found);
  if (fault !== null) return { ok: false, words: fault.reason, tookMs };
  return {
    ok: true,
    words: `The provider at ${new URL(settings.baseUrl).host} accepted the account.`,
    tookMs,
  };
}
