/**
 * The metrics of this process for Prometheus (CALL-25): what its HTTP edge tells of its requests, and the route that answers
 * all of them, for a console session or for a scraper that bears the token of the setting METRICS_TOKEN.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Load } from '../guard/overload.ts';
import { ProblemError } from '../http/problem.ts';
import { requestSchemas } from '../http/route.ts';

export interface MetricsDeps {
  /** Holds what else this process tells; the edge adds its own. */
  readonly registry: Registry;
  /** Whoever bears it may read the metrics without a session; null: nobody may. */
  readonly token: string | null;
}

// A list page answers in 5 ms, a login takes 50, a report with its pictures up to some seconds.
const DURATIONS_S = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Has every answer counted by its route, how it ended and how long it took, but refusals at the door, which are counted
 * apart.
 * @param now tells the present numbers
 */
export function measureRequests(
  app: FastifyInstance,
  registry: Registry,
  now: Load & { readonly liveStreams: () => number },
): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'textprobe_http_request_duration_seconds',
    help: 'Time to answer a request, by method, route pattern and class of status; its count is the count of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS_S,
    registers,
  });
  const gauges = [
    ['http_requests_in_flight', 'Requests being answered, event streams not counted.', now.inFlight],
    [
      'http_requests_allowed',
      'Requests that may be answered at once now; fewer while they wait for too long.',
      now.allowed,
    ],
    [
      'http_stranger_bodies',
      'Bodies that are arriving of requests that have not proven who they are.',
      now.arriving,
    ],
    ['live_streams', 'Open event streams of consoles.', now.liveStreams],
  ] as const;
  for (const [name, help, read] of gauges) {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    new Gauge({ name: `textprobe_${name}`, help, registers, collect });
  }
  new Counter({
    name: 'textprobe_http_requests_refused_total',
    help: 'Requests turned away at the engineApi: 503 as there was no room (busy), 429 as one caller had his share (share), 408 or 503 as a stranger’s body came too slowly (slow).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(now.refused())) this.inc({ reason }, count);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // A stream is open for hours, which says nothing of how quick we are; nor does a refusal.
    if (request.routeOptions.config.longLived || request.turnedAway) return done();
    const labels = {
      method: request.method,
      // The pattern, never the path: ids and guesses would make a series each.
      route: request.routeOptions.url ?? 'unknown',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    duration.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

/** Whether an Authorization header bears the token. Takes as long for a wrong one as for the right one. */
export function bearsMetricsToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer +(?<token>\S+)$/i.exec(authorization ?? '')?.groups?.token;
  if (token === null || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Coming from this machine proves nothing: through a proxy on it, everybody does. */
export function metricsRoutes(app: FastifyInstance, { registry, token }: MetricsDeps): void {
  const config = { access: calls.metrics.access, background: true };

  app.get(calls.metrics.path, { config, schema: requestSchemas(calls.metrics) }, async (request, reply) => {
    const { session, headers } = request;
    if (session === null && !bearsMetricsToken(headers.authorization, token)) {
      throw headers.authorization === undefined
        ? new ProblemError('session.required', 'Log in, or send the token of the setting METRICS_TOKEN.')
        : new ProblemError('metrics-token.invalid', 'Send the token of the setting METRICS_TOKEN.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
