/**
 * The lab's record of what truly happened, event by event: submissions and answers, receipts and whether they were true, what
 * reached which handset, and each of its reports. It uses nothing from the other side, so that the two can be compared.
 */
import type { ReceiptState } from './fate.ts';
import type { FileFate } from './mms-files.ts';
import type { TryOutcome } from './receipt-sender.ts';
import type { Alteration, FateMark } from './scenario-model.ts';

interface About {
  /** By the lab's clock, epoch milliseconds. */
  readonly at: number;
  /** The lab's number of the message, from 1 in order of arrival over all phones. */
  readonly message: number;
}

interface AboutReceipt extends About {
  readonly part: number;
  readonly state: ReceiptState;
  /** The number of the receipt of this part, from 1. */
  readonly receipt: number;
}

/** A part reached the carrier. `none`: accepted, but never answered; `cut`: the link closes instead of an answer. */
export interface OfferedEvent extends About {
  readonly kind: 'offered';
  readonly part: number;
  readonly total: number;
  readonly source: string;
  readonly destination: string;
  readonly carrier: string;
  /** The text of the part, as sent. */
  readonly text: string;
  /** The number of files; 0: an SMS. */
  readonly files: number;
  /** The fate of the whole message. */
  readonly marks: readonly FateMark[];
  readonly answer: 'accepted' | 'rejected' | 'throttled' | 'none' | 'cut';
}

export type TruthEvent =
  | OfferedEvent
  /** The answer was passed to the link; `written`: the link was still open. */
  | (About & { readonly kind: 'answered'; readonly part: number; readonly written: boolean })
  /** The link closed instead of an answer, and all answers in flight on it were lost. */
  | (About & { readonly kind: 'link cut' })
  /** A receipt is due; `isTrue`: it states what really happens to the part. */
  | (AboutReceipt & { readonly kind: 'receipt'; readonly isTrue: boolean })
  /** An attempt to deliver it has ended. */
  | (AboutReceipt & {
      readonly kind: 'receipt tried';
      /** When it was written to the link, and the number of the link, from 1 in the order of binds; 0: a callback. */
      readonly sentAt: number;
      readonly link: number;
      readonly outcome: TryOutcome;
    })
  /** It is no longer retried. */
  | (AboutReceipt & { readonly kind: 'receipt dropped' })
  /** A handset has the whole text, as displayed. `phone`: its number, other than `destination` if misrouted. */
  | (About & {
      readonly kind: 'reached';
      readonly phone: string;
      readonly sender: string;
      readonly text: string;
      readonly alteration: Alteration | null;
      /** It contains a leftover part of another message with the same reference. */
      readonly isMixed: boolean;
      /** What became of each file of an MMS, sent or added; null: an SMS. */
      readonly files: readonly FileFate[] | null;
    })
  /** That handset reported it, or with `parts-separate` a part of it, and was answered with this status; null: no answer. `at`: when it was sent. */
  | (About & {
      readonly kind: 'posted';
      readonly phone: string;
      readonly text: string;
      /** The files as reported; null: an SMS, or the handset reported the text alone. */
      readonly files: readonly FileFate[] | null;
      readonly status: number | null;
    });

/** Receives the events as they happen. Must not throw. */
export type TruthSink = (event: TruthEvent) => void;
