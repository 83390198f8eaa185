/**
 * What a report is made of, as the caller hands it over: facts, not words. How they are worded and drawn is settled
 * in the render process. Timestamps are texts as answers carry them (ISO 8601), null when absent.
 */
import type { SenderComparison } from '@textprobe/domain/comparison-classes';
import type { FilesOfReception } from '@textprobe/domain/file-summary';
import type { Finding, FindingWord } from '@textprobe/domain/finding';
import type { MessageStatus } from '@textprobe/domain/message-status';
import type { ReportRate as Rate } from '@textprobe/domain/report-rate';
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import type { MessageLedgers } from '@textprobe/domain/statements';
import type { TestType } from '@textprobe/domain/test-type';
import type { Verdict } from '@textprobe/domain/verdict';

/** Most logs that a report lists; beyond that a PDF is no longer a page that anybody reads, and takes seconds to make. */
export const REPORT_ROW_LIMIT = 2_000;

/** A moment and a name: the foot of every page says when a report was made, and by whom. */
export interface Generated {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** A message as both reports list it. */
export interface ReportLog extends MessageLedgers {
  readonly testLogID: number;
  readonly testID: number;
  readonly carrier: string;
  readonly testActivityStatus: MessageStatus;
  readonly verdict: Verdict;
  /** How its text arrived, or that its handset was not there; null while nothing was found. */
  readonly finding: Finding | null;
  readonly messageSentTimestamp: string | null;
  readonly messageReceivedTimestamp: string | null;
  readonly creationTimestamp: string | null;
}

/** With what the report of one test says beside it. */
export interface TestReportLog extends ReportLog {
  readonly office: string;
  readonly officePhone: string;
  readonly phone: string;
  readonly phoneNumber: string;
  /** From submitted to received; 0 when not received. */
  readonly seconds: number;
  readonly sentText: string;
  readonly submission: ReportLog['submission'] & {
    readonly at: string | null;
    readonly error: string | null;
  };
  readonly receipt: ReportLog['receipt'] & { readonly at: string | null; readonly error: string | null };
  readonly reception:
    | (NonNullable<ReportLog['reception']> &
        FilesOfReception & {
          readonly at: string | null;
          readonly text: string | null;
          /** As the handset told it; null when it told none. */
          readonly sender: string | null;
          readonly senderComparison: SenderComparison | null;
        })
    | null;
}

/** With what the filtered report says of its test. */
export interface FilteredReportLog extends ReportLog {
  readonly messageBody: string;
  readonly messageType: string;
  readonly testType: TestType;
}

/** A file that an MMS carries. `picture`: a small one of it, PNG or WebP, where there is one. */
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
    /** As the calls carry it (REC-4); empty unless recurring. */
    readonly recurrenceRule: Readonly<Record<string, unknown>>;
  };
  readonly partners: readonly string[];
  readonly clients: readonly string[];
  readonly offices: readonly string[];
  readonly receivers: readonly string[];
  readonly carriers: readonly string[];
  readonly media: readonly ReportMedia[];
  readonly rate: ReportRate;
  /** All there are; the logs are the newest of them. */
  readonly logCount: number;
}

/** One bar of the trend; `rate` is null where no outcome is known. */
export interface TrendPoint {
  readonly label: string;
  readonly rate: number | null;
}

/** The report of a filter, without its logs. */
export interface FilteredReportHead {
  readonly kind: 'filtered';
  readonly generated: Generated;
  /** Each with its value in words; none: all logs. */
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  readonly messages: number;
  readonly rate: ReportRate;
  /** Mean minutes from submitted to received; null while none was received. */
  readonly averageDelay: number | null;
  readonly trend: { readonly unit: 'day' | 'month'; readonly points: readonly TrendPoint[] };
  readonly statuses: readonly { readonly status: MessageStatus; readonly messages: number }[];
  /** How messages arrived; those that nobody found are left out. */
  readonly findings: readonly { readonly finding: FindingWord; readonly messages: number }[];
  readonly carriers: readonly {
    readonly carrier: string;
    readonly messages: number;
    readonly rate: number | null;
  }[];
  /** Tests have types only: the other filters do not count here. */
  readonly tests: readonly { readonly status: ExecutionStatus; readonly tests: number }[];
}

/** A report: what stands at its head, and its logs, newest first, at most {@link REPORT_ROW_LIMIT}, in batches. */
export type Report =
  | { readonly head: TestReportHead; readonly logs: AsyncIterable<readonly TestReportLog[]> }
  | { readonly head: FilteredReportHead; readonly logs: AsyncIterable<readonly FilteredReportLog[]> };
