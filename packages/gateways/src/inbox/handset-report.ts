/** Reports and pings from apps and providers: their limits, and how reports are serialized and deduplicated. */
import { createHash } from 'node:crypto';
import type { HandsetReport } from '../inbox-port.ts';

/** A ping: the handset it is about, and its health. */
export interface HandsetPing {
  readonly deviceId: string | null;
  /** The phone's number; null if not reported. */
  readonly number: string | null;
  /** From 0 to 1. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  readonly network: string | null;
}

/** UTF-16 code units; twice the longest message that can be sent. */
export const LONGEST_REPORTED_TEXT = 20_000;
/** For phone numbers and handset names. UTF-16 code units. */
export const LONGEST_NAME = 200;
/** Files per message: more than the carriers' MMS centers accept. */
export const MOST_FILES = 10;

/** The deduplication key of a report: SHA-256 of its id, so always 32 bytes. */
export function reportKey({ id }: Pick<HandsetReport, 'id'>): Buffer {
  return createHash('sha256').update(id, 'utf8').digest();
}

export function reportToJson(report: HandsetReport): string {
  return JSON.stringify(report);
}

/** Reads the output of `reportToJson`, which is trusted. */
export function reportFromJson(json: string): HandsetReport {
  return JSON.parse(json) as HandsetReport;
}
