/** For load balancers and start scripts: is the process alive, and should it be sent work (CALL-25). */
import { calls } from '@textprobe/contract/calls';
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
