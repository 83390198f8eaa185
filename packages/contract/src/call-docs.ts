/**
 * The words of the description of the interface, a sentence or more for each call. Apart from the table of calls, so that
 * the console does not carry them.
 */
import { accountDocs } from './call-docs/accounts.ts';
import { analyticsDocs } from './call-docs/analytics.ts';
import type { CallDoc } from './call-docs/call-doc.ts';
import { directoryDocs } from './call-docs/directory.ts';
import { gatewayDocs } from './call-docs/gateways.ts';
import { handsetSourceDocs } from './call-docs/handset-sources.ts';
import { handsetDocs } from './call-docs/handsets.ts';
import { logDocs } from './call-docs/logs.ts';
import { mediaDocs } from './call-docs/media.ts';
import { scheduleDocs } from './call-docs/schedules.ts';
import { systemDocs } from './call-docs/system.ts';
import { testDocs } from './call-docs/tests.ts';
import type { CallName } from './calls.ts';

export const callDocs: Readonly<Record<CallName, CallDoc>> = {
  ...accountDocs,
  ...directoryDocs,
  ...testDocs,
  ...scheduleDocs,
  ...mediaDocs,
  ...logDocs,
  ...handsetDocs,
  ...handsetSourceDocs,
  ...gatewayDocs,
  ...analyticsDocs,
  ...systemDocs,
};
