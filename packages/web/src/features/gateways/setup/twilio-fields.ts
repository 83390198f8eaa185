/** The settings of an account at Twilio, or at one of those who copy its Messages API. */
import type { SettingField } from './setting-input.tsx';

const SENDER = 'Sender';
const REQUESTS = 'Requests';

export const TWILIO_FIELDS: readonly SettingField[] = [
  {
    name: 'baseUrl',
    label: 'Base URL',
    hint: 'What stands before /2010-04-01/Accounts. Empty: Twilio itself.',
  },
  { name: 'accountSid', label: 'Account SID', hint: "From the provider's console." },
  {
    name: 'authToken',
    label: 'Auth token',
    hint: 'It also signs what the provider posts. Sealed when it is kept, and shown to nobody.',
  },
  {
    name: 'throughput',
    label: 'Throughput',
    type: 'number',
    unit: 'messages a second',
    hint: 'What the account allows. Empty: no limit.',
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
    hint: 'Sends through a Messaging Service, which chooses the number; instead of “Send from”.',
  },
  {
    name: 'window',
    label: 'Window',
    type: 'number',
    unit: 'requests',
    group: REQUESTS,
    hint: 'How many may wait for their answer at a time.',
  },
  {
    name: 'responseTimeoutMs',
    label: 'Longest wait',
    type: 'number',
    unit: 'ms',
    group: REQUESTS,
    hint: 'For a connection, and then for an answer. After that the message is UNKNOWN and never sent again.',
  },
];
