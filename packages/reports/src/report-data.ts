/**
 * The data of a report from the caller: facts, not words. The render process puts them into words and lays them out.
 * Timestamps are texts as in API responses (ISO 8601), null if absent.
 */
import type { ArrivedText } from '@textprobe/domain/arrival-words';
import type { CarrierMessage } from '@textprobe/domain/carrier-report';
import type { SenderComparison } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { FilesOfReception } from '@textprobe/domain/file-summary';
import type { Finding, FindingWord } from '@textprobe/domain/finding';
import type { MessageStatus } from '@textprobe/domain/message-status';
import type { ReportRate as Rate } from '@textprobe/domain/report-rate';
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import type { MessageLedgers } from '@textprobe/domain/statements';
import type { TestType } from '@textprobe/domain/test-type';
import type { Verdict } from '@textprobe/domain/verdict';

/** The maximum number of logs in a report; a longer PDF is unreadable and takes seconds to render. */
export const REPORT_ROW_LIMIT = 2_000;

/** The time and author in the footer of every page. */
export interface Generated {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** The fields of a message that test and filtered reports share. */
export interface ReportLog extends MessageLedgers {
  readonly testLogID: number;
  readonly testID: number;
  readonly carrier: string;
  readonly testActivityStatus: MessageStatus;
  readonly verdict: Verdict;
  /** How its text arrived, or that its handset was offline; null while unknown. */
  readonly finding: Finding | null;
  readonly fileFinding: FileFinding | null;
  readonly messageSentTimestamp: string | null;
  readonly messageReceivedTimestamp: string | null;
  readonly creationTimestamp: string | null;
}

/** A message with the columns of a test's report. */
export interface TestReportLog extends ReportLog {
  readonly office: string;
  readonly officePhone: string;
  readonly phone: string;
  readonly phoneNumber: string;
  /** From submission to reception; 0 if not received. */
  readonly seconds: number;
  readonly sentText: string;
  /** The carrier's id of each accepted part, in order. */
  readonly providerIds: readonly string[];
  readonly submission: ReportLog['submission'] & {
    readonly at: string | null;
    readonly error: string | null;
  };
  readonly receipt: ReportLog['receipt'] & { readonly at: string | null; readonly error: string | null };
  readonly reception:
    | (NonNullable<ReportLog['reception']> &
        FilesOfReception &
        ArrivedText & {
          readonly at: string | null;
          /** As the handset reported it; null if it did not. */
          readonly sender: string | null;
          readonly senderComparison: SenderComparison | null;
        })
    | null;
}

/** A message with the columns of a filtered report. */
export interface FilteredReportLog extends ReportLog {
  readonly messageBody: string;
  readonly messageType: string;
  readonly testType: TestType;
}

/** A file of an MMS. `picture`: its thumbnail, PNG or WebP, if there is one. */
export interface ReportMedia {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly picture?: Uint8Array;
}

export interface ReportRate extends Rate {
  readonly formula: string;
}

/** The report of one test, without its logs. */
export interface TestReportHead {
  readonly kind: 'test';
  readonly generated: Generated;
  readonly test: {
    readonly id: number;
    readonly type: TestType;
    readonly messageType: string;
    readonly body: string;
    readonly status: ExecutionStatus;
    readonly statusReason: string | null;
    readonly created: string | null;
    readonly updated: string | null;
    readonly scheduled: string | null;
    readonly nextDue: string | null;
    /** As in the API (REC-4); empty unless recurring. */
    readonly recurrenceRule: Readonly<Record<string, unknown>>;
  };
  readonly partners: readonly string[];
  readonly clients: readonly string[];
  readonly offices: readonly string[];
  /** Whether the test sends to chosen pairs of office and phone, not from every office to every phone. */
  readonly isPaired: boolean;
  readonly receivers: readonly string[];
  readonly carriers: readonly string[];
  readonly media: readonly ReportMedia[];
  readonly rate: ReportRate;
  /** The total; the logs are the newest of them. */
  readonly logCount: number;
}

/** One bar of the trend; `rate` is null without a known outcome. */
export interface TrendPoint {
  readonly label: string;
  readonly rate: number | null;
}

/** The report of a filter, without its logs. */
export interface FilteredReportHead {
  readonly kind: 'filtered';
  readonly generated: Generated;
  /** Each with its value in words; empty means all logs. */
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  readonly messages: number;
  readonly rate: ReportRate;
  /** Mean minutes from submission to reception; null if none was received. */
  readonly averageDelay: number | null;
  readonly trend: { readonly unit: 'day' | 'month'; readonly points: readonly TrendPoint[] };
  readonly statuses: readonly { readonly status: MessageStatus; readonly messages: number }[];
  /** How messages arrived; messages without a finding are left out. */
  readonly findings: readonly { readonly finding: FindingWord; readonly messages: number }[];
  /** What became of the files of MMS. */
  readonly fileFindings: readonly { readonly finding: FileFinding; readonly messages: number }[];
  readonly carriers: readonly {
    readonly carrier: string;
    readonly messages: number;
    readonly rate: number | null;
  }[];
  /** Only the filters on message type, test type and date apply to tests. */
  readonly tests: readonly { readonly status: ExecutionStatus; readonly tests: number }[];
}

/** A message of a report for the carrier. */
export type CarrierReportLog = CarrierMessage;

/** A report for the carrier, without its messages. */
export interface CarrierReportHead {
  readonly kind: 'carrier';
  readonly generated: Generated;
  /** Each with its value in words. */
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  /** Whether partner, client and office are named. */
  readonly withNames: boolean;
  /** The maximum number of messages to show. */
  readonly limit: number;
}

/** A message of any report. */
export type AnyReportLog = TestReportLog | FilteredReportLog | CarrierReportLog;

/** A report: its head, and its logs in batches, newest first, at most {@link REPORT_ROW_LIMIT}. */
export type Report =
  | { readonly head: TestReportHead; readonly logs: AsyncIterable<readonly TestReportLog[]> }
  | { readonly head: FilteredReportHead; readonly logs: AsyncIterable<readonly FilteredReportLog[]> }
  | { readonly head: CarrierReportHead; readonly logs: AsyncIterable<readonly CarrierReportLog[]> };
