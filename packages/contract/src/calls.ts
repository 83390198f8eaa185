/**
 * The table of calls: method, path, query, body and answer of everything said over HTTP. The server's routes, the web's
 * client and the API description all read it.
 */
import { z } from 'zod';
import { accountCalls } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { analyticsBundleCalls } from './analytics-bundle.ts';
import { type Call, get } from './call.ts';
import { directoryCalls } from './directory.ts';
import { gatewayCalls } from './gateways.ts';
import { handsetKeyCalls } from './handset-keys.ts';
import { handsetSourceCalls } from './handset-sources.ts';
import { mediaCalls } from './media.ts';
import { messageReceivedCalls } from './message-received.ts';
import { messageWhyCalls } from './message-why.ts';
import { messageCalls } from './messages.ts';
import { phoneHealthCalls } from './phone-health.ts';
import { scheduleCalls } from './schedules.ts';
import { testCalls } from './tests.ts';

/** What the probes of a load balancer are answered (CALL-25). */
const aliveSchema = z.object({ alive: z.literal(true) });
const readinessSchema = z.object({
  ready: z.boolean(),
  /** A sentence for whoever looks after the machine; given when not ready. */
  reason: z.string().optional(),
});

export const calls = {
  ...accountCalls,
  ...directoryCalls,
  ...testCalls,
  ...scheduleCalls,
  ...messageCalls,
  ...messageWhyCalls,
  ...mediaCalls,
  ...messageReceivedCalls,
  ...phoneHealthCalls,
  ...handsetKeyCalls,
  ...handsetSourceCalls,
  ...gatewayCalls,
  ...analyticsCalls,
  ...analyticsBundleCalls,
  live: get('/api/live'),
  /** Prometheus's text format. */
  metrics: get('/api/metrics', { access: 'scraper' }),
  healthLive: get('/api/health/live', { access: 'public', answer: aliveSchema }),
  healthReady: get('/api/health/ready', { access: 'public', answer: readinessSchema }),
  apiDocument: get('/api/openapi.json', { access: 'public' }),
  apiDocs: get('/api/docs', { access: 'public' }),
} satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
