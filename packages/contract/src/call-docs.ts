/**
 * The texts of the API description, a sentence or more for each call. Separate from the table of calls, so that
 * the console does not load them.
 */
import { accountManagementDocs } from './call-docs/account-management.ts';
import { accountDocs } from './call-docs/accounts.ts';
import { analyticsDocs } from './call-docs/analytics.ts';
import { apiTokenDocs } from './call-docs/api-tokens.ts';
import { auditDocs } from './call-docs/audit.ts';
import type { ApiChapter, CallDoc, PlacedDoc } from './call-docs/call-doc.ts';
import { directoryDocs } from './call-docs/directory.ts';
import { directoryEntryDocs } from './call-docs/directory-entries.ts';
import { directoryImportDocs } from './call-docs/directory-import.ts';
import { firstStepsDocs } from './call-docs/first-steps.ts';
import { gatewayDocs } from './call-docs/gateways.ts';
import { handsetSourceDocs } from './call-docs/handset-sources.ts';
import { handsetDocs } from './call-docs/handsets.ts';
import { logDocs } from './call-docs/logs.ts';
import { mediaDocs } from './call-docs/media.ts';
import { pairingDocs } from './call-docs/pairings.ts';
import { profileDocs } from './call-docs/profile.ts';
import { recipientSetDocs } from './call-docs/recipient-sets.ts';
import { savedViewDocs } from './call-docs/saved-views.ts';
import { scheduleDocs } from './call-docs/schedules.ts';
import { signOnDocs } from './call-docs/sign-on.ts';
import { signupRequestDocs } from './call-docs/signup-requests.ts';
import { systemDocs } from './call-docs/system.ts';
import { testDocs } from './call-docs/tests.ts';
import { twoFactorDocs } from './call-docs/two-factor.ts';
import type { CallName } from './calls.ts';

export const callDocs: Readonly<Record<CallName, PlacedDoc>> = {
  ...inChapter('accounts', {
    ...accountDocs,
    ...signOnDocs,
    ...accountManagementDocs,
    ...signupRequestDocs,
    ...profileDocs,
    ...twoFactorDocs,
    ...apiTokenDocs,
    ...auditDocs,
  }),
  ...inChapter('directory', {
    ...directoryDocs,
    ...directoryEntryDocs,
    ...directoryImportDocs,
    ...firstStepsDocs,
  }),
  ...inChapter('tests', { ...testDocs, ...scheduleDocs, ...recipientSetDocs, ...savedViewDocs }),
  ...inChapter('media', mediaDocs),
  ...inChapter('logs', logDocs),
  ...inChapter('handsets', { ...handsetDocs, ...handsetSourceDocs, ...pairingDocs }),
  ...inChapter('gateways', gatewayDocs),
  ...inChapter('analytics', analyticsDocs),
  ...inChapter('system', systemDocs),
};

function inChapter<N extends string>(chapter: ApiChapter, docs: Readonly<Record<N, CallDoc>>) {
  const entries = Object.entries<CallDoc>(docs).map(([name, doc]) => [name, { ...doc, chapter }]);
  return Object.fromEntries(entries) as Record<N, PlacedDoc>;
}
