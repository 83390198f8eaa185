/** Reports and pings of apps and providers: their bounds, and how reports are written down and known again. */
import { createHash } from 'node:crypto';
import type { HandsetReport } from '../inbox-port.ts';

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
