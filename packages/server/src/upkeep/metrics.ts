/**
 * Prometheus metrics of this process (CALL-25): those of its HTTP requests, and the route that serves all of them to a
 * console session, a program with a token, or a scraper with the METRICS_TOKEN.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Load } from '../guard/overload.ts';
import { ProblemError } from '../http/problem.ts';
import { requestSchemas } from '../http/route.ts';

export interface MetricsDeps {
  /** The process's metrics; the server adds its own. */
  readonly registry: Registry;
  /** Grants access without a session; null if no token does. */
  readonly token: string | null;
}

// A list takes 5 ms, a login 50 ms, a report with pictures up to some seconds.
const DURATIONS_S = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Measures every answer by route and status. Shed requests have a counter of their own.
 * @param now the current values of the gauges
 */
export function measureRequests(
  app: FastifyInstance,
  registry: Registry,
  now: Load & { readonly liveStreams: () => number },
): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'textprobe_http_request_duration_seconds',
    help: 'Time to answer a request, by method, route pattern and status class; its count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS_S,
    registers,
  });
  const gauges = [
    ['http_requests_in_flight', 'Requests in flight, without event streams.', now.inFlight],
    [
      'http_requests_allowed',
      'Current limit of requests in flight; lower while requests wait too long.',
      now.allowed,
    ],
    ['http_stranger_bodies', 'Bodies of unauthenticated requests that are still arriving.', now.arriving],
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
    help: 'Requests refused by overload protection: no capacity, 503 (busy); the caller exceeded its share, 429 (share); the body of an unauthenticated request was too slow, 408 or 503 (slow).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(now.refused())) this.inc({ reason }, count);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // Neither a stream, open for hours, nor a shed request says how fast answers are.
    if (request.routeOptions.config.longLived || request.isShed) return done();
    const labels = {
      method: request.method,
      // The pattern, never the path: each id would create a time series.
      route: request.routeOptions.url ?? 'unknown',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    duration.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

/** Whether an Authorization header carries the token, compared in constant time. */
export function hasMetricsToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer +(?<token>\S+)$/i.exec(authorization ?? '')?.groups?.token;
  if (token === null || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** A loopback address grants no access: through a proxy on this machine every request has one. */
export function metricsRoutes(app: FastifyInstance, { registry, token }: MetricsDeps): void {
  const { access, roles } = calls.metrics;
  const config = { access, roles, background: true };

  app.get(calls.metrics.path, { config, schema: requestSchemas(calls.metrics) }, async (request, reply) => {
    const { caller, headers } = request;
    if (caller === null && !hasMetricsToken(headers.authorization, token)) {
      throw headers.authorization === undefined
        ? new ProblemError('session.required', 'Log in, or send the METRICS_TOKEN as a bearer token.')
        : new ProblemError(
            'metrics-token.invalid',
            'The token is wrong. Send the METRICS_TOKEN as a bearer token.',
          );
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
