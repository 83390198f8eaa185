/**
 * The settings of each kind of gateway, each described once: the gateways take defaults, required and secret settings from here, and the
 * console's form its fields, in this order. The gateways check the values.
 */
export interface GatewaySetting {
  readonly label: string;
  /** What it does, in one sentence; unit and default are shown beside it. */
  readonly hint: string;
  /** Default: a line of text. */
  readonly type?: 'number' | 'flag' | 'choice' | 'pem';
  readonly unit?: string;
  /** For a `choice`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Listed under More settings, in the group of this heading; without it, always shown. */
  readonly group?: string;
  /** Hidden, because it has no effect, while this flag is off. */
  readonly needs?: string;
  /** Null: nothing, or no limit. Without it, a value is required. Milliseconds if the name ends in Ms. */
  readonly default?: string | number | boolean | null;
  /** Stored encrypted; never shown. */
  readonly secret?: true;
  /** The checkbox that removes a secret, and the value it sends: null deletes it. */
  readonly without?: { readonly label: string; readonly value: '' | null };
}

const SESSION = 'Session';
const TLS = 'TLS';
const TEXTS = 'Texts and receipts';
const NUMBERS = 'Numbers';
const TON = '1: international, 2: national, 3: network specific (short codes), 5: alphanumeric.';
const NPI = '1: ISDN (E.164), 0: unknown (short codes).';

/** Named as in carriers' documents where possible. */
export const SMPP_SETTINGS = {
  host: { label: 'Host', hint: "Name or address of the carrier's SMSC." },
  port: { label: 'Port', type: 'number', hint: 'Often a different port with TLS.', default: 2775 },
  systemId: { label: 'System ID', hint: 'The account name.' },
  password: {
    label: 'Password',
    hint: 'Stored encrypted; never shown.',
    without: { label: 'The account has no password', value: '' },
    secret: true,
  },
  bind: {
    label: 'Bind as',
    type: 'choice',
    options: [
      { value: 'transceiver', label: 'Transceiver' },
      { value: 'pair', label: 'Transmitter and receiver' },
      { value: 'transmitter', label: 'Transmitter only' },
    ],
    hint: 'Transmitter-only binds get no receipts.',
    default: 'transceiver',
  },
  tls: {
    label: 'Use TLS',
    type: 'flag',
    hint: 'The certificate is always verified. Set a trusted CA under More settings.',
    default: false,
  },
  window: {
    label: 'Window',
    type: 'number',
    unit: 'messages',
    hint: 'Maximum outstanding messages per bind.',
    default: 10,
  },
  throughput: {
    label: 'Throughput',
    type: 'number',
    unit: 'messages per second',
    hint: 'The account’s limit across all binds. Empty: no limit.',
    default: null,
  },
  tlsCa: {
    label: 'Trusted CA',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: "Used instead of the system's CAs; the carrier's own certificate works too.",
    default: null,
  },
  tlsServerName: {
    label: 'Name in the certificate',
    group: TLS,
    needs: 'tls',
    hint: "The name that the carrier's certificate must contain. Empty: the host.",
    default: null,
  },
  tlsCert: {
    label: 'Client certificate',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'For carriers that require a client certificate.',
    default: null,
  },
  tlsKey: {
    label: 'Client key',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'Without a passphrase. Stored encrypted; never shown.',
    without: { label: 'Remove the key', value: null },
    default: null,
    secret: true,
  },
  binds: {
    label: 'Binds',
    type: 'number',
    group: SESSION,
    hint: 'Parallel binds, up to 16. If one breaks, the others continue.',
    default: 1,
  },
  systemType: { label: 'System type', group: SESSION, hint: 'Most carriers accept it empty.', default: '' },
  responseTimeoutMs: {
    label: 'Response timeout',
    type: 'number',
    unit: 'ms',
    group: SESSION,
    hint: 'After that the message is UNKNOWN and never sent again.',
    default: 10_000,
  },
  enquireLinkMs: {
    label: 'Keep-alive after',
    type: 'number',
    unit: 'ms',
    group: SESSION,
    hint: 'Idle time before enquire_link. Shorten it where a firewall drops idle connections.',
    default: 30_000,
  },
  concatenation: {
    label: 'Long texts',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'udh8', label: 'Parts with a header, 8 bits (udh8)' },
      { value: 'udh16', label: 'Parts with a header, 16 bits (udh16)' },
      { value: 'sar', label: 'Parts with sar parameters (sar)' },
      { value: 'payload', label: 'One message_payload (payload)' },
    ],
    hint: 'Ask the carrier if long texts are refused or arrive in pieces.',
    default: 'udh8',
  },
  alphabet: {
    label: 'Alphabet',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'gsm', label: 'GSM 03.38' },
      { value: 'latin1', label: 'Latin-1 (data_coding 3)' },
    ],
    hint: 'Choose Latin-1 if @, é or € arrive as other characters. Unsupported characters are sent as UCS-2.',
    default: 'gsm',
  },
  messageIds: {
    label: 'Message IDs in receipts',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'learn', label: 'Learn from the carrier' },
      { value: 'same', label: 'Same as in responses' },
      { value: 'hex', label: 'Hex (decimal in responses)' },
      { value: 'decimal', label: 'Decimal (hex in responses)' },
    ],
    hint: 'Choose one if the carrier documents it.',
    default: 'learn',
  },
  unmarkedReceipts: {
    label: 'Read unmarked receipts',
    type: 'flag',
    group: TEXTS,
    hint: 'Texts that look like receipts, from the phone that a message went to, although esm_class says they are not. A phone that can text the office can forge one.',
    default: false,
  },
  longReceipts: {
    label: 'Receipts for a long text',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'learn', label: 'Learn from the carrier' },
      { value: 'each', label: 'One for each part' },
      { value: 'one', label: 'One receipt for a long message' },
    ],
    hint: 'Choose one if long texts arrive but are never reported as delivered.',
    default: 'learn',
  },
  registeredDelivery: {
    label: 'Receipts (registered_delivery)',
    type: 'number',
    group: TEXTS,
    hint: '1 requests a receipt for every outcome, 0 for none.',
    default: 1,
  },
  sourceTon: {
    label: "Type of the office's number (TON)",
    type: 'number',
    group: NUMBERS,
    hint: TON,
    default: 1,
  },
  sourceNpi: {
    label: "Plan of the office's number (NPI)",
    type: 'number',
    group: NUMBERS,
    hint: NPI,
    default: 1,
  },
  destTon: {
    label: "Type of the phone's number (TON)",
    type: 'number',
    group: NUMBERS,
    hint: TON,
    default: 1,
  },
  destNpi: {
    label: "Plan of the phone's number (NPI)",
    type: 'number',
    group: NUMBERS,
    hint: NPI,
    default: 1,
  },
} as const satisfies Record<string, GatewaySetting>;

const SENDER = 'Sender';
const REQUESTS = 'Requests';

/** For an account at Twilio, or at a provider with a compatible Messages API. */
export const TWILIO_SETTINGS = {
  baseUrl: {
    label: 'Base URL',
    hint: 'The part before /2010-04-01/Accounts. Empty: Twilio.',
    default: 'https://api.twilio.com',
  },
  accountSid: { label: 'Account SID', hint: "From the provider's console." },
  authToken: {
    label: 'Auth token',
    hint: 'Also verifies the provider’s callbacks. Stored encrypted; never shown.',
    secret: true,
  },
  throughput: {
    label: 'Throughput',
    type: 'number',
    unit: 'messages per second',
    hint: 'The account’s limit. Empty: no limit.',
    default: null,
  },
  from: {
    label: 'Send from',
    group: SENDER,
    hint: "One number for all, such as +12025550143. Empty: each office's own, which must belong to the account.",
    default: null,
  },
  messagingServiceSid: {
    label: 'Messaging Service SID',
    group: SENDER,
    hint: 'Use a Messaging Service instead of “Send from”: it chooses the number.',
    default: null,
  },
  window: {
    label: 'Window',
    type: 'number',
    unit: 'requests',
    group: REQUESTS,
    hint: 'Maximum outstanding requests.',
    default: 10,
  },
  responseTimeoutMs: {
    label: 'Timeout',
    type: 'number',
    unit: 'ms',
    group: REQUESTS,
    hint: 'For the connection and then for the response. After that the message is UNKNOWN and never sent again.',
    default: 15_000,
  },
} as const satisfies Record<string, GatewaySetting>;

export const GATEWAY_SETTINGS = { smpp: SMPP_SETTINGS, twilio: TWILIO_SETTINGS } as const;

type Defaults<Settings> = {
  readonly [Name in keyof Settings as Settings[Name] extends { readonly default: unknown }
    ? Name
    : never]: Settings[Name] extends { readonly default: infer Value } ? Value : never;
};

/** The defaults of the settings that have one. */
export function defaultSettings<Settings extends Readonly<Record<string, GatewaySetting>>>(
  settings: Settings,
): Defaults<Settings> {
  const defaults = Object.entries(settings).filter(([, setting]) => setting.default !== undefined);
  return Object.fromEntries(defaults.map(([name, setting]) => [name, setting.default])) as Defaults<Settings>;
}

/** The names of the secret settings. */
export function secretSettings(settings: Readonly<Record<string, GatewaySetting>>): string[] {
  return Object.keys(settings).filter((name) => settings[name]?.secret === true);
}
