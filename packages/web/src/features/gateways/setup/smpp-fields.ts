/** The settings of an SMPP account, named as in carriers' documents where possible. */
import type { SettingField } from './setting-input.tsx';

const SESSION = 'Session';
const TLS = 'TLS';
const TEXTS = 'Texts and receipts';
const NUMBERS = 'Numbers';

const TON = '1: international, 2: national, 3: network specific (short codes), 5: alphanumeric.';
const NPI = '1: ISDN (E.164), 0: unknown (short codes).';

export const SMPP_FIELDS: readonly SettingField[] = [
  { name: 'host', label: 'Host', hint: "Name or address of the carrier's SMSC." },
  { name: 'port', label: 'Port', type: 'number', hint: 'Often a different port with TLS.' },
  { name: 'systemId', label: 'System ID', hint: 'The account name.' },
  {
    name: 'password',
    label: 'Password',
    hint: 'Stored encrypted; never shown.',
    without: { label: 'The account has no password', value: '' },
  },
  {
    name: 'bind',
    label: 'Bind as',
    type: 'choice',
    options: [
      { value: 'transceiver', label: 'Transceiver' },
      { value: 'pair', label: 'Transmitter and receiver' },
      { value: 'transmitter', label: 'Transmitter only' },
    ],
    hint: 'Transmitter-only binds get no receipts.',
  },
  {
    name: 'tls',
    label: 'Use TLS',
    type: 'flag',
    hint: 'The certificate is always verified. Set a trusted CA under More settings.',
  },
  {
    name: 'window',
    label: 'Window',
    type: 'number',
    unit: 'messages',
    hint: 'Maximum outstanding messages per bind.',
  },
  {
    name: 'throughput',
    label: 'Throughput',
    type: 'number',
    unit: 'messages per second',
    hint: 'The account’s limit across all binds. Empty: no limit.',
  },
  {
    name: 'tlsCa',
    label: 'Trusted CA',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: "Used instead of the system's CAs; the carrier's own certificate works too.",
  },
  {
    name: 'tlsServerName',
    label: 'Name in the certificate',
    group: TLS,
    needs: 'tls',
    hint: "The name that the carrier's certificate must contain. Empty: the host.",
  },
  {
    name: 'tlsCert',
    label: 'Client certificate',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'For carriers that require a client certificate.',
  },
  {
    name: 'tlsKey',
    label: 'Client key',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'Without a passphrase. Stored encrypted; never shown.',
    without: { label: 'Remove the key', value: null },
  },
  {
    name: 'binds',
    label: 'Binds',
    type: 'number',
    group: SESSION,
    hint: 'Parallel binds, up to 16. If one breaks, the others continue.',
  },
  {
    name: 'systemType',
    label: 'System type',
    group: SESSION,
    hint: 'Most carriers accept it empty.',
  },
  {
    name: 'responseTimeoutMs',
    label: 'Response timeout',
    type: 'number',
    unit: 'ms',
    group: SESSION,
    hint: 'After that the message is UNKNOWN and never sent again.',
  },
  {
    name: 'enquireLinkMs',
    label: 'Keep-alive after',
    type: 'number',
    unit: 'ms',
    group: SESSION,
    hint: 'Idle time before enquire_link. Shorten it where a firewall drops idle connections.',
  },
  {
    name: 'concatenation',
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
  },
  {
    name: 'alphabet',
    label: 'Alphabet of data_coding 0',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'gsm', label: 'GSM 03.38' },
      { value: 'latin1', label: 'Latin-1 (data_coding 3)' },
    ],
    hint: 'Choose Latin-1 if @, é or € arrive as other characters. Unsupported characters are sent as UCS-2.',
  },
  {
    name: 'messageIds',
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
  },
  {
    name: 'registeredDelivery',
    label: 'Receipts (registered_delivery)',
    type: 'number',
    group: TEXTS,
    hint: '1 requests a receipt for every outcome, 0 for none.',
  },
  {
    name: 'sourceTon',
    label: "Type of the office's number (TON)",
    type: 'number',
    group: NUMBERS,
    hint: TON,
  },
  {
    name: 'sourceNpi',
    label: "Plan of the office's number (NPI)",
    type: 'number',
    group: NUMBERS,
    hint: NPI,
  },
  { name: 'destTon', label: "Type of the phone's number (TON)", type: 'number', group: NUMBERS, hint: TON },
  { name: 'destNpi', label: "Plan of the phone's number (NPI)", type: 'number', group: NUMBERS, hint: NPI },
];
