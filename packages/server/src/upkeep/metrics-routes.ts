/**
 * The metrics of this process for Prometheus (CALL-25): for a console session, or for a scraper that bears the token of
 * the setting METRICS_TOKEN. Coming from this machine proves nothing: through a proxy on it, everybody does.
 */
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import { requestSchemas } from '../http/request-schemas.ts';
import { bearsMetricsToken, type MetricsDeps } from './call-metrics.ts';

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
