/** The settings of an account at Twilio, or at a provider with a compatible Messages API. */
import type { SettingField } from './setting-input.tsx';

const SENDER = 'Sender';
const REQUESTS = 'Requests';

export const TWILIO_FIELDS: readonly SettingField[] = [
  {
    name: 'baseUrl',
    label: 'Base URL',
    hint: 'The part before /2010-04-01/Accounts. Empty: Twilio.',
  },
  { name: 'accountSid', label: 'Account SID', hint: "From the provider's console." },
  {
    name: 'authToken',
    label: 'Auth token',
    hint: 'Also verifies the provider’s callbacks. Stored encrypted; never shown.',
  },
  {
    name: 'throughput',
    label: 'Throughput',
    type: 'number',
    unit: 'messages per second',
    hint: 'The account’s limit. Empty: no limit.',
  },
  {
    name: 'from',
    label: 'Send from',
    group: SENDER,
    hint: "One number for all, such as +12025550143. Empty: each office's own, which must belong to the account.",
  },
  {
    name: 'messagingServiceSid',
    label: 'Messaging Service SID',
    group: SENDER,
    hint: 'Use a Messaging Service instead of “Send from”: it chooses the number.',
  },
  {
    name: 'window',
    label: 'Window',
    type: 'number',
    unit: 'requests',
    group: REQUESTS,
    hint: 'Maximum outstanding requests.',
  },
  {
    name: 'responseTimeoutMs',
    label: 'Timeout',
    type: 'number',
    unit: 'ms',
    group: REQUESTS,
    hint: 'For the connection and then for the response. After that the message is UNKNOWN and never sent again.',
  },
];
