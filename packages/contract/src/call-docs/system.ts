/** Health, events and the description itself, in the description of the interface. */
import type { CallDoc } from './call-doc.ts';

export const systemDocs = {
  live: {
    summary: 'Hear which tests have changed',
    description:
      'Server-sent events. `tests` bears `{ testIds }`, or `{ many: true }` when more changed than is worth naming; `end` tells why the server ends the stream. A comment comes every 20 seconds. No HEAD.',
    problems: ['server.draining'],
    answerType: 'text/event-stream',
  },
  metrics: {
    summary: 'Read the metrics of this process',
    description: 'For Prometheus. With a session, or with the token of the setting `METRICS_TOKEN`.',
    problems: ['metrics-token.invalid'],
    answerType: 'text/plain',
  },
  healthLive: {
    summary: 'Tell whether the process is alive',
    example: { alive: true },
  },
  healthReady: {
    summary: 'Tell whether the process should be sent work',
    description:
      'The database can be written to, its migrations are current, and the process is not shutting down. 503 with the reason when not.',
    example: { ready: true },
  },
  apiDocument: {
    summary: 'Fetch this description',
    description:
      'OpenAPI 3.1, made from the schemas that validate. It reveals no data, so no session is needed.',
  },
  apiDocs: {
    summary: 'Browse this description',
    answerType: 'text/html',
  },
} as const satisfies Record<string, CallDoc>;
