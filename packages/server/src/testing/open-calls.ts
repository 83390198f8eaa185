/** The calls that need no session: adding one here makes it public. */
import type { CallName } from '@textprobe/contract/calls';

/** The exceptions of CALL-21; the API documentation reveals no data. */
export const PUBLIC: readonly CallName[] = [
  'login',
  'csrf',
  'authStatus',
  'startSignOn',
  'finishSignOn',
  'checkLink',
  'acceptLink',
  'requestAccount',
  'openPairing',
  'healthLive',
  'healthReady',
  'apiDocument',
  'apiDocs',
];
/** Authenticated by handset keys; all but the ping accept a session instead. */
export const HANDSETS: readonly CallName[] = ['messageReceivedSms', 'messageReceivedMms', 'handsetPing'];

/** Apps and providers, each authenticated by its signature: no session replaces it. */
export const SOURCES: readonly CallName[] = ['smsGatewayInbox', 'httpsmsInbox', 'twilioInbox'];

/** Carriers are authenticated by a signature; without such a gateway the path is 404. */
export const CARRIERS: readonly CallName[] = ['gatewayStatus'];
