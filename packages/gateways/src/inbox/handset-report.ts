/**
 * What an app or a provider says that a test phone got, in one shape for all their dialects: written down as JSON before
 * it is answered, worked on after that.
 */
import { createHash } from 'node:crypto';
import type { Arrival } from '../inbox-port.ts';

/** A file of an MMS: within the report, or to be fetched. */
export type ReportedFile =
  | {
      readonly kind: 'data';
      readonly name: string;
      /** Base64. */
      readonly data: string;
    }
  | {
      readonly kind: 'link';
      readonly url: string;
      /** The user name to fetch it with, its password being the source's secret; null: no credentials are sent. */
      readonly user: string | null;
    };

export interface HandsetReport {
  /** The far side's name for it: the same when it is sent again. */
  readonly id: string;
  /** As it arrived; empty where only files did. */
  readonly text: string;
  /** As it came, perhaps in national form. */
  readonly sender: string | null;
  /** The number it was sent to, as the far side says it. */
  readonly recipient: string | null;
  /** As the app names the handset. */
  readonly deviceId: string | null;
  /** Of the card that got it, from 1 on. */
  readonly simSlot: number | null;
  readonly stated: Arrival['stated'];
  readonly files: readonly ReportedFile[];
  /** The far side says that there were files which it does not hand over. */
  readonly filesIncomplete: boolean;
}

/** A ping: which handset it is about, and what it says of its health. */
export interface HandsetPing {
  readonly deviceId: string | null;
  /** The number it is about, where the far side tells one. */
  readonly number: string | null;
  /** From 0 to 1. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  readonly network: string | null;
}

/** UTF-16 code units; twice the longest message that can be sent. */
export const LONGEST_REPORTED_TEXT = 20_000;
/** Of numbers and of names of handsets, UTF-16 code units. */
export const LONGEST_NAME = 200;
/** Files of one message: more than the carriers' MMS centres take. */
export const MOST_FILES = 10;

/** What a report is known again by: SHA-256 of its id, 32 bytes, whatever the far side takes for an id. */
export function reportKey({ id }: Pick<HandsetReport, 'id'>): Buffer {
  return createHash('sha256').update(id, 'utf8').digest();
}

export function reportToJson(report: HandsetReport): string {
  return JSON.stringify(report);
}

/** What `reportToJson` wrote; nobody else writes there. */
export function reportFromJson(json: string): HandsetReport {
  return JSON.parse(json) as HandsetReport;
}
