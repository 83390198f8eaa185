/**
 * The table of all HTTP calls: method, path, query, body and answer. The server's routes, the web client and the OpenAPI
 * document are derived from it.
 */

import { ALL_ROLES, AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { accountLinkCalls } from './account-links.ts';
import { managedAccountCalls } from './account-management.ts';
import { accountCalls } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { analyticsBundleCalls } from './analytics-bundle.ts';
import { apiTokenCalls } from './api-tokens.ts';
import { auditCalls } from './audit.ts';
import { type Call, get } from './call.ts';
import { carrierReportCalls } from './carrier-report.ts';
import { directoryCalls } from './directory.ts';
import { directoryEntryCalls } from './directory-entries.ts';
import { directoryImportCalls } from './directory-import.ts';
import { firstStepsCalls } from './first-steps.ts';
import { gatewayCalls } from './gateways.ts';
import { handsetKeyCalls } from './handset-keys.ts';
import { handsetSourceCalls } from './handset-sources.ts';
import { mediaCalls } from './media.ts';
import { messageReceivedCalls } from './message-received.ts';
import { messageWhyCalls } from './message-why.ts';
import { messageCalls } from './messages.ts';
import { pairingCalls } from './pairings.ts';
import { phoneHealthCalls } from './phone-health.ts';
import { phoneHistoryCalls } from './phone-history.ts';
import { profileCalls } from './profile.ts';
import { recipientSetCalls } from './recipient-sets.ts';
import { savedViewCalls } from './saved-views.ts';
import { scheduleCalls } from './schedules.ts';
import { signOnCalls } from './sign-on.ts';
import { signupRequestCalls } from './signup-requests.ts';
import { testCalls } from './tests.ts';
import { twoFactorCalls } from './two-factor.ts';

/** The answers to a load balancer's probes (CALL-25). */
const aliveSchema = z.object({ alive: z.literal(true) });
const readinessSchema = z.object({
  ready: z.boolean(),
  /** A sentence for the administrator; set when not ready. */
  reason: z.string().optional(),
});

export const calls = {
  ...accountCalls,
  ...signOnCalls,
  ...profileCalls,
  ...twoFactorCalls,
  ...apiTokenCalls,
  ...accountLinkCalls,
  ...managedAccountCalls,
  ...signupRequestCalls,
  ...auditCalls,
  ...directoryCalls,
  ...directoryEntryCalls,
  ...directoryImportCalls,
  ...firstStepsCalls,
  ...testCalls,
  ...recipientSetCalls,
  ...savedViewCalls,
  ...scheduleCalls,
  ...messageCalls,
  ...messageWhyCalls,
  ...carrierReportCalls,
  ...mediaCalls,
  ...messageReceivedCalls,
  ...phoneHealthCalls,
  ...phoneHistoryCalls,
  ...handsetKeyCalls,
  ...handsetSourceCalls,
  ...pairingCalls,
  ...gatewayCalls,
  ...analyticsCalls,
  ...analyticsBundleCalls,
  live: get('/api/live', { roles: ALL_ROLES }),
  /** Prometheus's text format. */
  metrics: get('/api/metrics', { roles: AUDITORS, access: 'scraper' }),
  healthLive: get('/api/health/live', { access: 'public', answer: aliveSchema }),
  healthReady: get('/api/health/ready', { access: 'public', answer: readinessSchema }),
  apiDocument: get('/api/openapi.json', { access: 'public' }),
  apiDocs: get('/api/docs', { access: 'public' }),
} satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
