/** Health probes, for load balancers and start scripts: is the process alive, and should it be sent work (CALL-25)? */
import { calls } from '@textprobe/contract/calls';
import { countAccounts } from '@textprobe/database/accounts/accounts';
import { type Database, databaseIsWritable } from '@textprobe/database/core/connection';
import { migrationsAreCurrent } from '@textprobe/database/schema/migrate';
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
        request.log.warn({ err: error }, 'could not find out whether the process is ready');
        return { ready: false, reason: 'Readiness could not be checked; the log tells why.' };
      }
    }
  });
}

const EVERY_MS = 10;

/**
 * The pace of health probes. They bypass admission, since they must be answered in an overload too, so a flood of them is
 * answered in turn: over 64 connections it was answered 6,900 times a second and made lists twice as slow as the same
 * flood of a static file does.
 * @param options.atOnce so many are answered within 10 ms
 * @returns resolves when a probe may be answered: at once, unless too many have been just now
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

/** A probe waits no longer than this for an answer. Milliseconds. */
const PATIENCE_MS = 2_000;
/** For so long all probes share one result: a flood of them costs the database one query a second. */
const FRESH_MS = 1_000;

/**
 * Whether this process can do its work: the database is there, takes writes, has the schema we were built for, and holds an
 * account to log in with.
 * @param deps.db of one connection, for this alone: on the shared pool 64 probes at once took a list from 16 to 147 ms, and
 * a busy pool had a process in good health called unready
 */
export function createReadiness({ db, clock }: { db: Database; clock: Clock }): () => Promise<Readiness> {
  let migrated = false;
  let hasAccount = false;
  let last: { readonly askedAt: number; readonly state: Promise<Readiness> } | undefined;

  async function check(): Promise<Readiness> {
    try {
      if (!(await databaseIsWritable(db))) return notReady('The database is read-only.');
      // A schema never goes back, so this is asked until it is true and then no more; the same with accounts.
      migrated ||= await migrationsAreCurrent(db);
      if (!migrated) return notReady('The database has not been migrated yet: run `textprobe migrate`.');
      hasAccount ||= (await countAccounts(db)) > 0;
      return hasAccount ? { ready: true } : notReady('There is no account yet: the first start is not over.');
    } catch {
      return notReady('The database cannot be reached.');
    }
  }

  async function checkInTime(): Promise<Readiness> {
    const patience = new AbortController();
    const late = clock.sleep(PATIENCE_MS, patience.signal).then(
      () => notReady('The database does not answer.'),
      () => notReady(''),
    );
    try {
      return await Promise.race([check(), late]);
    } finally {
      patience.abort();
    }
  }

  return () => {
    const now = clock.now();
    // A clock that was set back must not keep an old result.
    const age = last === undefined ? Infinity : now - last.askedAt;
    if (last === undefined || age < 0 || age >= FRESH_MS) last = { askedAt: now, state: checkInTime() };
    return last.state;
  };
}

function notReady(reason: string): Readiness {
  return { ready: false, reason };
}
