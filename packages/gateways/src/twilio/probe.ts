/** Tries an account of the Messages API: asks for it, which costs nothing and sends nothing. */
import type { Clock } from '@textprobe/domain/clock';
import type { Probe } from '../probe.ts';
import { judgeAccount } from './account-link.ts';
import { exchange } from './exchange.ts';
import { accountRequest } from './message-request.ts';
import type { TwilioGatewaySettings } from './settings.ts';

/** Never rejects. @param withinMs when it gives up, in milliseconds */
export async function probeTwilio(
  settings: TwilioGatewaySettings,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<Probe> {
  const began = clock.now();
  const signal = new AbortController().signal;
  // The time is for the connection, and then for the answer.
  const found = await exchange(accountRequest(settings), { clock, timeoutMs: withinMs / 2, signal });
  const tookMs = clock.now() - began;
  const fault = judgeAccount(found);
  if (fault !== null) return { ok: false, words: fault.reason, tookMs };
  return { ok: true, words: `The provider at ${new URL(settings.baseUrl).host} knows the account.`, tookMs };
}
