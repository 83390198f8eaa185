/** The calls that need no session: whoever adds one here opens it to strangers. */
import type { CallName } from '@textprobe/contract/calls';

/** CALL-21's exceptions; what describes the interface reveals no data. */
export const PUBLIC: readonly CallName[] = [
  'login',
  'csrf',
  'authStatus',
  'healthLive',
  'healthReady',
  'apiDocument',
  'apiDocs',
];
/** They have keys of their own; but for the ping they take a session in place of one. */
export const HANDSETS: readonly CallName[] = ['messageReceivedSms', 'messageReceivedMms', 'handsetPing'];

/** Apps and providers, each proving itself by a signature of its own: no session takes its place. */
export const SOURCES: readonly CallName[] = ['smsGatewayInbox', 'httpsmsInbox', 'twilioInbox'];

/** Carriers prove themselves by a signature; where there is no such gateway there is no such path. */
export const CARRIERS: readonly CallName[] = ['gatewayStatus'];
