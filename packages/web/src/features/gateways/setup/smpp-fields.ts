/** The settings of an SMPP account, as the carrier's papers name them where they do. */
import type { SettingField } from './setting-input.tsx';

const LINK = 'The link';
const TLS = 'TLS';
const TEXTS = 'Texts and receipts';
const NUMBERS = 'Numbers';

const TON = '1: international, 2: national, 3: network specific (short codes), 5: alphanumeric.';
const NPI = '1: ISDN (E.164), 0: unknown (short codes).';

export const SMPP_FIELDS: readonly SettingField[] = [
  { name: 'host', label: 'Host', hint: "Name or address of the carrier's SMSC." },
  { name: 'port', label: 'Port', type: 'number', hint: 'With TLS it is often another one.' },
  { name: 'systemId', label: 'System ID', hint: 'The name of the account.' },
  {
    name: 'password',
    label: 'Password',
    hint: 'Sealed when it is kept, and shown to nobody.',
    without: { label: 'The account has no password', value: '' },
  },
  {
    name: 'bind',
    label: 'Bind as',
    type: 'choice',
    options: [
      { value: 'transceiver', label: 'Transceiver' },
      { value: 'pair', label: 'Transmitter and receiver' },
      { value: 'transmitter', label: 'Transmitter alone' },
    ],
    hint: 'A transmitter alone hears no receipts.',
  },
  {
    name: 'tls',
    label: 'Connect by TLS',
    type: 'flag',
    hint: 'Its certificate is always verified; whom to trust stands under More settings.',
  },
  {
    name: 'window',
    label: 'Window',
    type: 'number',
    unit: 'messages',
    hint: 'How many may wait for their answer at a time, for each bind.',
  },
  {
    name: 'throughput',
    label: 'Throughput',
    type: 'number',
    unit: 'messages a second',
    hint: 'What the account allows, over all binds together. Empty: no limit.',
  },
  {
    name: 'tlsCa',
    label: "The carrier's authority",
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: "Whom to trust in place of the system's authorities; the carrier's own certificate will do.",
  },
  {
    name: 'tlsServerName',
    label: 'Name in the certificate',
    group: TLS,
    needs: 'tls',
    hint: "What the carrier's certificate must bear. Empty: the host.",
  },
  {
    name: 'tlsCert',
    label: 'Our certificate',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'For a carrier that wants to see one.',
  },
  {
    name: 'tlsKey',
    label: 'Key of our certificate',
    type: 'pem',
    group: TLS,
    needs: 'tls',
    hint: 'Without a passphrase. Sealed when it is kept, and shown to nobody.',
    without: { label: 'Take the key away', value: null },
  },
  {
    name: 'binds',
    label: 'Binds',
    type: 'number',
    group: LINK,
    hint: 'How many to keep at a time, up to 16: one of them broken, the others go on.',
  },
  {
    name: 'systemType',
    label: 'System type',
    group: LINK,
    hint: 'Some carriers want one, most take it empty.',
  },
  {
    name: 'responseTimeoutMs',
    label: 'Longest wait for an answer',
    type: 'number',
    unit: 'ms',
    group: LINK,
    hint: 'After that the answer counts as lost, and the message as UNKNOWN: it is never sent again.',
  },
  {
    name: 'enquireLinkMs',
    label: 'Ask after silence of',
    type: 'number',
    unit: 'ms',
    group: LINK,
    hint: 'When enquire_link is sent. Shorter where a firewall forgets idle connections.',
  },
  {
    name: 'concatenation',
    label: 'Long texts go as',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'udh8', label: 'Parts with a header, 8 bits (udh8)' },
      { value: 'udh16', label: 'Parts with a header, 16 bits (udh16)' },
      { value: 'sar', label: 'Parts with sar parameters (sar)' },
      { value: 'payload', label: 'One message_payload (payload)' },
    ],
    hint: 'Ask the carrier where long texts are refused or come in pieces.',
  },
  {
    name: 'alphabet',
    label: 'Alphabet of data_coding 0',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'gsm', label: 'GSM 03.38' },
      { value: 'latin1', label: 'None: texts go as Latin-1' },
    ],
    hint: 'Latin-1 where @, é or € arrive as other characters. What it has not goes in UCS-2.',
  },
  {
    name: 'messageIds',
    label: 'Message ids in receipts',
    type: 'choice',
    group: TEXTS,
    options: [
      { value: 'learn', label: 'Learned from the carrier' },
      { value: 'same', label: 'As in the answers' },
      { value: 'hex', label: 'Hex, and decimal in the answers' },
      { value: 'decimal', label: 'Decimal, and hex in the answers' },
    ],
    hint: 'Choose one if the carrier documents how its receipts spell message ids.',
  },
  {
    name: 'registeredDelivery',
    label: 'Receipts (registered_delivery)',
    type: 'number',
    group: TEXTS,
    hint: '1 asks for a receipt whatever the ending, 0 for none.',
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
