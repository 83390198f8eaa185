/** Liveness and readiness probes for load balancers and start scripts (CALL-25). */
import { calls } from '@textprobe/contract/calls';
import { countAccounts } from '@textprobe/database/accounts/accounts';
import { type Database, databaseIsWritable } from '@textprobe/database/core/connection';
import { migrationsAreCurrent } from '@textprobe/database/migrations/migrate';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../deps.ts';

export function healthRoutes(
  app: FastifyInstance,
  deps: {
    readiness: () => Promise<Readiness>;
    isDraining: () => boolean;
    clock: Clock;
    probesAtOnce: number;
  },
): void {
  const config = { access: 'public', background: true } as const;
  const options = { config, onRequest: createProbePace({ clock: deps.clock, atOnce: deps.probesAtOnce }) };

  app.get(calls.healthLive.path, options, async () => ({ alive: true }));

  app.get(calls.healthReady.path, options, async (request, reply) => {
    const state = deps.isDraining() ? { ready: false, reason: 'The process is shutting down.' } : await ask();
    return reply.status(state.ready ? 200 : 503).send(state);

    async function ask(): Promise<Readiness> {
      try {
        return await deps.readiness();
      } catch (error) {
        request.log.warn({ err: error }, 'readiness check failed');
        return { ready: false, reason: 'The readiness check failed; see the log.' };
      }
    }
  });
}

const EVERY_MS = 10;

/**
 * Rate-limits health probes. They bypass admission, since they must be answered during an overload, so a flood of them
 * is queued: unlimited, 64 connections got 6,900 answers a second and made lists twice as slow as the same flood of
 * requests for a static file.
 * @param options.atOnce answers within 10 ms
 * @returns a function that resolves when a probe may be answered: at once, unless the limit is reached
 */
export function createProbePace({ clock, atOnce }: { clock: Clock; atOnce: number }): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let answered = 0;

  function nextTurn(): void {
    const taken = waiting.splice(0, atOnce);
    answered = taken.length;
    if (answered > 0) clock.after(EVERY_MS, nextTurn);
    for (const go of taken) go();
  }

  return () => {
    if (answered === atOnce) return new Promise((resolve) => waiting.push(resolve));
    if (answered === 0) clock.after(EVERY_MS, nextTurn);
    answered += 1;
    return Promise.resolve();
  };
}

/** Timeout of a readiness check. */
const CHECK_TIMEOUT_MS = 2_000;
/** How long probes share one result: a flood of them costs the database one query a second. */
const CACHED_MS = 1_000;

/**
 * Whether this process can work: the database is reachable and writable, its schema is current, and there is an account to
 * log in with.
 * @param deps.db a pool of one connection for this alone: on the shared pool 64 simultaneous probes slowed a list from 16
 * to 147 ms, and a busy pool made a healthy process look unready
 */
export function createReadiness({ db, clock }: { db: Database; clock: Clock }): () => Promise<Readiness> {
  let migrated = false;
  let hasAccount = false;
  let last: { readonly askedAt: number; readonly state: Promise<Readiness> } | undefined;

  async function check(): Promise<Readiness> {
    try {
      if (!(await databaseIsWritable(db))) return notReady('The database is read-only.');
      // Migrations are never reverted and accounts never deleted, so once true this is not checked again.
      migrated ||= await migrationsAreCurrent(db);
      if (!migrated) return notReady('The database has not been migrated yet: run `textprobe migrate`.');
      hasAccount ||= (await countAccounts(db)) > 0;
      return hasAccount
        ? { ready: true }
        : notReady('There is no account yet: the first start has not finished.');
    } catch {
      return notReady('The database cannot be reached.');
    }
  }

  async function checkInTime(): Promise<Readiness> {
    const timer = new AbortController();
    const late = clock.sleep(CHECK_TIMEOUT_MS, timer.signal).then(
      () => notReady('The database does not answer.'),
      () => notReady(''),
    );
    try {
      return await Promise.race([check(), late]);
    } finally {
      timer.abort();
    }
  }

  return () => {
    const now = clock.now();
    // A clock set back must not extend the cache.
    const age = last === undefined ? Infinity : now - last.askedAt;
    if (last === undefined || age < 0 || age >= CACHED_MS) last = { askedAt: now, state: checkInTime() };
    return last.state;
  };
}

function notReady(reason: string): Readiness {
  return { ready: false, reason };
}
