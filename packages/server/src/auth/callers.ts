/** Finds the caller of a request among sessions and tokens. */
import { findLiveTokens } from '@textprobe/database/accounts/api-tokens';
import { findLiveSessions } from '@textprobe/database/accounts/sessions';
import type { Database } from '@textprobe/database/core/connection';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { carriesApiToken } from '../http/token-form.ts';
import type { Caller, CallerSource } from './caller.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** Both kinds. A token takes precedence over a cookie sent along. */
export function createCallers({
  sessions,
  tokens,
}: {
  readonly sessions: CallerSource;
  readonly tokens: CallerSource;
}): CallerSource {
  const sourceOf = { session: sessions, token: tokens };
  return {
    resume: (request) => (carriesApiToken(request) ? tokens : sessions).resume(request),
    reread: (caller) => sourceOf[caller.kind].reread(caller),
    hold: (tx, caller) => sourceOf[caller.kind].hold(tx, caller),
  };
}

/** The present scopes of those callers that have not ended, by key. */
export async function findLiveScopes(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  callers: readonly Caller[],
): Promise<ReadonlyMap<string, Scope>> {
  const now = clock.now();
  const hashesOf = (kind: Caller['kind']) => [
    ...new Map(callers.filter((one) => one.kind === kind).map(({ key, idHash }) => [key, idHash])).values(),
  ];
  const sessions = await findLiveSessions(db, hashesOf('session'), { now, idleMs: SESSION_IDLE_MS });
  const tokens = await findLiveTokens(db, hashesOf('token'), now);
  return new Map([...sessions, ...tokens]);
}
