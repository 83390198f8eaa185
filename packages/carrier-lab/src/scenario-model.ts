/**
 * The words of a scenario: how quick, how honest and how reliable each simulated carrier is. Times are in
 * milliseconds, rates are shares from 0 to 1. README.md shows the file form, scenario-file.ts reads it.
 */

/** What may befall a message, beside arriving as it should. A message may bear several. */
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
] as const;

export type FateMark = (typeof FATE_MARKS)[number];

/** The share of messages that each rate of a scenario file marks, and with which mark. */
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
} as const satisfies Record<string, FateMark>;

export type RateName = keyof typeof RATE_MARKS;
export type Rates = Readonly<Record<RateName, number>>;

/** What a carrier may do to a text: see alteration.ts. */
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
] as const;
export type Alteration = (typeof ALTERATIONS)[number];

/** What a carrier may do to the pictures and videos of an MMS: see mms-files.ts. */
export const MEDIA_FATES = ['intact', 'transcoded', 'stripped', 'corrupted'] as const;
export type MediaFate = (typeof MEDIA_FATES)[number];

/** The share of MMS that each rate of `media` marks, and with which fate; they exclude each other. */
export const MEDIA_RATES = {
  transcoding: 'transcoded',
  stripping: 'stripped',
  corruption: 'corrupted',
} as const satisfies Record<string, MediaFate>;
export type MediaRates = Readonly<Record<keyof typeof MEDIA_RATES, number>>;

/** How a carrier writes message ids: the same way twice, or decimal in the answer and hexadecimal in the receipt. */
export const ID_STYLES = ['decimal', 'hex', 'decimal-then-hex'] as const;
export type IdStyle = (typeof ID_STYLES)[number];

/** The PDU that carries receipts: most carriers send deliver_sm, some data_sm. */
export const RECEIPT_COMMANDS = ['deliver_sm', 'data_sm'] as const;
export type ReceiptCommand = (typeof RECEIPT_COMMANDS)[number];

/** A delay in milliseconds: mostly near `min`, at most `max`, save the share `tail.share`, which takes up to `tail.max`. */
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
  /** The command_status of a rejection, e.g. 0x45 ESME_RSUBMITFAIL. */
  readonly rejectionStatus: number;
  /** submit_sm a second beyond which the carrier answers ESME_RTHROTTLED; null for no limit. */
  readonly maxPerSecond: number | null;
  readonly media: MediaRates;
  /** Tried in this order on an altered message: the first that changes its text is what happened. */
  readonly alterations: readonly Alteration[];
  readonly ids: IdStyle;
  /** Whether receipts carry receipted_message_id and message_state besides their text. */
  readonly receiptTlvs: boolean;
  readonly receiptsBy: ReceiptCommand;
  /** Handsets stay silent: only receipts come. For benchmarks of the wire. */
  readonly receiptsOnly: boolean;
}

/** One line of a script: what happens to certain messages, whatever the rates say. */
export interface ScriptLine {
  /** The phone, E.164. */
  readonly destination: string;
  /** The sender, E.164; null for any. */
  readonly source: string | null;
  /** Counted from 1 over the messages to this phone (from this sender, when one is named); null for each of them. */
  readonly nth: number | null;
  /** Empty: delivered as it should be. */
  readonly marks: readonly FateMark[];
  /** What becomes of the files of an MMS; null: as the rates have it. */
  readonly media: MediaFate | null;
  /** From submit_sm to its answer and from the answer to the handset, instead of the carrier's latencies. */
  readonly answerAfter: number | null;
  readonly deliverAfter: number | null;
}

/** A phone that is switched off for a while: it neither pings nor receives. */
export interface Absence {
  /** E.164. */
  readonly phone: string;
  /** Milliseconds after the lab's start; `until` null: for good. */
  readonly from: number;
  readonly until: number | null;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly everyCarrier: CarrierScenario;
  /** By the carrier's name in lower case; a carrier not named here behaves as `everyCarrier`. */
  readonly carriers: ReadonlyMap<string, CarrierScenario>;
  readonly script: readonly ScriptLine[];
  /** Every handset that has a key pings once in so many milliseconds; null: none does. */
  readonly pingEvery: number | null;
  readonly absences: readonly Absence[];
}

/** How `carrier` behaves in `scenario`; names are compared without regard to case. */
export function carrierScenario(scenario: Scenario, carrier: string): CarrierScenario {
  return scenario.carriers.get(carrier.toLowerCase()) ?? scenario.everyCarrier;
}
