/**
 * The model of a scenario: latency, honesty and reliability of each simulated carrier. Times are in milliseconds, rates are
 * shares from 0 to 1. README.md describes the file format, scenario-file.ts parses it.
 */

/** Deviations from normal delivery. A message may have several. */
export const FATE_MARKS = [
  'rejected',
  'throttled',
  'answer-lost',
  'lost',
  'part-lost',
  'lie',
  'undeliverable',
  'receipt-missing',
  'receipt-twice',
  'receipt-early',
  'receipts-reordered',
  'delivered-twice',
  'altered',
  'misrouted',
  'failed-lie',
  'sender-changed',
  'link-cut',
  'receipts-contradict',
  'delivered-early',
] as const;

export type FateMark = (typeof FATE_MARKS)[number];

/** The mark of each rate in a scenario file. */
export const RATE_MARKS = {
  rejection: 'rejected',
  throttling: 'throttled',
  lostAnswers: 'answer-lost',
  loss: 'lost',
  partLoss: 'part-lost',
  lies: 'lie',
  failedReceipts: 'undeliverable',
  missingReceipts: 'receipt-missing',
  duplicateReceipts: 'receipt-twice',
  earlyReceipts: 'receipt-early',
  reorderedReceipts: 'receipts-reordered',
  duplicateDeliveries: 'delivered-twice',
  alterations: 'altered',
  misrouting: 'misrouted',
  failedLies: 'failed-lie',
  senderChanges: 'sender-changed',
  linkCuts: 'link-cut',
  contradictingReceipts: 'receipts-contradict',
  earlyDeliveries: 'delivered-early',
} as const satisfies Record<string, FateMark>;

export type RateName = keyof typeof RATE_MARKS;
export type Rates = Readonly<Record<RateName, number>>;

/** Alterations of a text: see alteration.ts. */
export const ALTERATIONS = [
  'straight-quotes',
  'no-emoji',
  'page-mark',
  'truncated',
  'shortened',
  'question-marks',
  'no-accents',
  'mojibake',
  'parts-swapped',
  'part-missing',
  'part-twice',
  'headers-as-text',
  'parts-separate',
  'curly-quotes',
  'wide-spaces',
  'line-joined',
  'direction-mark',
  'link-rewritten',
  'label-added',
  'footer-added',
  'masked-digits',
  'html-escapes',
  'middle-missing',
  'label-and-mask',
] as const;
export type Alteration = (typeof ALTERATIONS)[number];

/** Alterations of the files of an MMS: see mms-files.ts. `unreported`: they arrive, and the handset reports the text alone. */
export const MEDIA_FATES = [
  'intact',
  'transcoded',
  'stripped',
  'corrupted',
  'replaced',
  'added',
  'unreported',
] as const;
export type MediaFate = (typeof MEDIA_FATES)[number];

/** The fate of each rate of `media`; these are mutually exclusive. */
export const MEDIA_RATES = {
  transcoding: 'transcoded',
  stripping: 'stripped',
  corruption: 'corrupted',
  replacement: 'replaced',
  addition: 'added',
  unreportedFiles: 'unreported',
} as const satisfies Record<string, MediaFate>;
export type MediaRates = Readonly<Record<keyof typeof MEDIA_RATES, number>>;

/** The format of message ids; `decimal-then-hex` is decimal in the answer and hexadecimal in the receipt. */
export const ID_STYLES = ['decimal', 'hex', 'decimal-then-hex'] as const;
export type IdStyle = (typeof ID_STYLES)[number];

/** The PDU that carries receipts: most carriers send deliver_sm, some data_sm. */
export const RECEIPT_COMMANDS = ['deliver_sm', 'data_sm'] as const;
export type ReceiptCommand = (typeof RECEIPT_COMMANDS)[number];

/** A delay in milliseconds: mostly near `min`, at most `max`, except for a share of `tail.share` with up to `tail.max`. */
export interface Latency {
  readonly min: number;
  readonly max: number;
  readonly tail: { readonly share: number; readonly max: number } | null;
}

export interface CarrierScenario {
  /** From submit_sm to submit_sm_resp. */
  readonly answer: Latency;
  /** From the answer to the handset. */
  readonly delivery: Latency;
  /** From the handset to the receipt; never less than a few milliseconds after the answer. */
  readonly receipt: Latency;
  readonly rates: Rates;
  /** The command_status for rejections, e.g. 0x45 ESME_RSUBMITFAIL. */
  readonly rejectionStatus: number;
  /** submit_sm per second, beyond which the carrier answers ESME_RTHROTTLED; null for no limit. */
  readonly maxPerSecond: number | null;
  readonly media: MediaRates;
  /** The share of transcoded, stripped and corrupted MMS of which only the last file is affected. */
  readonly lastFileOnly: number;
  /** Tried in this order on an altered message; the first that changes its text applies. */
  readonly alterations: readonly Alteration[];
  readonly ids: IdStyle;
  /** Whether receipts carry receipted_message_id and message_state in addition to their text. */
  readonly receiptTlvs: boolean;
  readonly receiptsBy: ReceiptCommand;
  /** Handsets do not report: only receipts are sent. For benchmarks. */
  readonly receiptsOnly: boolean;
}

/** A line of a script: overrides the rates for certain messages. */
export interface ScriptLine {
  /** The phone, E.164. */
  readonly destination: string;
  /** The sender, E.164; null for any. */
  readonly source: string | null;
  /** Counted from 1 over the messages to this phone (from this sender, when one is named); null for each of them. */
  readonly nth: number | null;
  /** Empty: delivered normally. */
  readonly marks: readonly FateMark[];
  /** The fate of the files of an MMS; null: by the rates. */
  readonly media: MediaFate | null;
  /** Delays from submit_sm to its answer and from the answer to the handset; override the carrier's. */
  readonly answerAfter: number | null;
  readonly deliverAfter: number | null;
}

/** A phone that is off for a while: it neither pings nor receives. */
export interface Absence {
  /** E.164. */
  readonly phone: string;
  /** Milliseconds after the lab's start; `until` null: permanently. */
  readonly from: number;
  readonly until: number | null;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly everyCarrier: CarrierScenario;
  /** By lower-case carrier name; any other carrier behaves as `everyCarrier`. */
  readonly carriers: ReadonlyMap<string, CarrierScenario>;
  readonly script: readonly ScriptLine[];
  /** The ping interval of handsets with a key, in milliseconds; null: no pings. */
  readonly pingEvery: number | null;
  readonly absences: readonly Absence[];
}

/** The behavior of `carrier` in `scenario`; names are case-insensitive. */
export function carrierScenario(scenario: Scenario, carrier: string): CarrierScenario {
  return scenario.carriers.get(carrier.toLowerCase()) ?? scenario.everyCarrier;
}
