/** For load balancers and start scripts: is the process alive, and should it be sent work (CALL-25). */
import { calls } from '@textprobe/contract/calls';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../deps.ts';
import { createProbePace } from '../probe-pace.ts';

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
