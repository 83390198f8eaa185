/** The part of the table of calls that is for whoever looks after the installation, and for programs (CALL-23, CALL-25). */
import { get } from './call.ts';
import { aliveSchema, readinessSchema } from './health.ts';

export const systemCalls = {
  live: get('/api/live'),
  /** Prometheus's text format. */
  metrics: get('/api/metrics', { access: 'scraper' }),
  healthLive: get('/api/health/live', { access: 'public', answer: aliveSchema }),
  healthReady: get('/api/health/ready', { access: 'public', answer: readinessSchema }),
  apiDocument: get('/api/openapi.json', { access: 'public' }),
  apiDocs: get('/api/docs', { access: 'public' }),
};
