/** API documentation of health, events, metrics and the document itself. */
import type { CallDoc } from './call-doc.ts';

export const systemDocs = {
  live: {
    summary: 'Stream the tests that have changed',
    description:
      'Server-sent events. `tests` has `{ testIds }`, or `{ many: true }` after too many changes to list; `end` says why the server ends the stream. A comment is sent every 20 seconds. No HEAD.',
    problems: ['server.draining'],
    answerType: 'text/event-stream',
  },
  metrics: {
    summary: 'Read the metrics of this process',
    description: 'For Prometheus. Needs a session, or the `METRICS_TOKEN` as a bearer token.',
    problems: ['metrics-token.invalid'],
    answerType: 'text/plain',
  },
  healthLive: {
    summary: 'Liveness probe',
    example: { alive: true },
  },
  healthReady: {
    summary: 'Readiness probe',
    description:
      'Ready when the database is writable and migrated, an account exists, and the process is not shutting down; otherwise 503 with the reason.',
    example: { ready: true },
  },
  apiDocument: {
    summary: 'Fetch this document',
    description:
      'OpenAPI 3.1, generated from the schemas that validate requests. Reveals no data, so it needs no session.',
  },
  apiDocs: {
    summary: 'Browse this document',
    answerType: 'text/html',
  },
} as const satisfies Record<string, CallDoc>;
