/**
 * The lab's own record of what truly happened, event by event as it happens: what was submitted, how it was answered,
 * which receipts went out and whether they lied, what reached which handset, what that handed in and how often. It is
 * written by the lab alone and never reads anything of the other side, so that the two can be compared.
 */
import type { ReceiptState } from './fate.ts';
import type { TryOutcome } from './receipt-sender.ts';
import type { Alteration, FateMark } from './scenario-model.ts';

interface About {
  /** By the lab's clock, epoch milliseconds. */
  readonly at: number;
  /** The lab's own number of the message: counted from 1 as they come, over all phones. */
  readonly message: number;
}

interface AboutReceipt extends About {
  readonly part: number;
  readonly state: ReceiptState;
  /** Which of the part's receipts, counted from 1. */
  readonly receipt: number;
}

/** A part reached the carrier, which answers so. `none`: taken, but never answered; `cut`: the link ends instead. */
export interface OfferedEvent extends About {
  readonly kind: 'offered';
  readonly part: number;
  readonly total: number;
  readonly source: string;
  readonly destination: string;
  readonly carrier: string;
  /** The part's own text, as it was sent. */
  readonly text: string;
  /** The fate of the whole message. */
  readonly marks: readonly FateMark[];
  readonly answer: 'accepted' | 'rejected' | 'throttled' | 'none' | 'cut';
}

export type TruthEvent =
  | OfferedEvent
  /** The answer was handed to the link; `written`: the link was still there to take it. */
  | (About & { readonly kind: 'answered'; readonly part: number; readonly written: boolean })
  /** The link ended in the place of an answer, and with it whatever was under way on it. */
  | (About & { readonly kind: 'link cut' })
  /** A receipt is due and to be sent; `isTrue`: it says what happens to the part. */
  | (AboutReceipt & { readonly kind: 'receipt'; readonly isTrue: boolean })
  /** A try to hand it over has ended. */
  | (AboutReceipt & {
      readonly kind: 'receipt tried';
      /** When it was handed to the link; that one's number, counted from 1 as they were bound. */
      readonly sentAt: number;
      readonly link: number;
      readonly outcome: TryOutcome;
    })
  /** It is tried no more. */
  | (AboutReceipt & { readonly kind: 'receipt dropped' })
  /** A handset has the whole text, as it shows it. `phone`: whose; another than `destination` where it was misrouted. */
  | (About & {
      readonly kind: 'reached';
      readonly phone: string;
      readonly sender: string;
      readonly text: string;
      readonly alteration: Alteration | null;
      /** A part of another message, left over under the same number, is in it. */
      readonly isMixed: boolean;
    })
  /** That handset handed in what it got, and was answered with this status; null: with nothing. `at`: of handing in. */
  | (About & {
      readonly kind: 'posted';
      readonly phone: string;
      readonly text: string;
      readonly status: number | null;
    });

/** Takes the record as it grows. Must not throw. */
export type TruthSink = (event: TruthEvent) => void;
