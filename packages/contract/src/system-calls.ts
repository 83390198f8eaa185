/** The part of the table of calls that is for whoever looks after the installation, and for programs (CALL-23, CALL-25). */
import { aliveSchema, readinessSchema } from './health.ts';

export const systemCalls = {
  live: { method: 'GET', path: '/api/live', access: 'session', status: 200 },
  /** Prometheus's text format. */
  metrics: { method: 'GET', path: '/api/metrics', access: 'scraper', status: 200 },
  healthLive: { method: 'GET', path: '/api/health/live', access: 'public', status: 200, answer: aliveSchema },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    status: 200,
    answer: readinessSchema,
  },
  apiDocument: { method: 'GET', path: '/api/openapi.json', access: 'public', status: 200 },
  apiDocs: { method: 'GET', path: '/api/docs', access: 'public', status: 200 },
} as const;
