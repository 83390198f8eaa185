/** Words and figures that the reports share. */
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import type { MessageStatus } from '@textprobe/domain/message-status';
import { messageStatusLabel } from '@textprobe/domain/message-status';
import { deliveryRateWords } from '@textprobe/domain/report-rate';
import { type ExecutionStatus, executionStatusLabel } from '@textprobe/domain/run-status';
import type { Verdict } from '@textprobe/domain/verdict';
import { type Tone, toneOf } from '@textprobe/domain/verdict-tones';
import type { Generated, ReportRate } from './report-data.ts';

/** A label with its color and sign. */
export interface Badge {
  readonly label: string;
  readonly tone: Tone;
}

const EXECUTION_TONES: Readonly<Record<ExecutionStatus, Tone>> = {
  DELIVERED: 'arrived',
  PARTIALLY_DELIVERED: 'doubtful',
  FAILED: 'failed',
  EXECUTING: 'moving',
  UNEXECUTED: 'waiting',
};

export function executionBadge(status: ExecutionStatus): Badge {
  return { label: executionStatusLabel(status), tone: EXECUTION_TONES[status] };
}

/** The status in the tone of its verdict, as in the console: a Delivered reported only by the carrier is not green. */
export function messageBadge(status: MessageStatus, verdict: Verdict): Badge {
  return { label: messageStatusLabel(status), tone: toneOf(verdict) };
}

/** The time, such as `11/21/2026 10:00:00` in Los Angeles, and the author. */
export function generatedWords({ at, by }: Generated): { at: string; by: string } {
  return { at: formatDateTime(formatLosAngeles(at)), by };
}

/** `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `98.2%`; a dash for null. */
export function percent(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString('en-US')}%`;
}

/** The rate, its calculation and its formula. */
export function rateWords(rate: ReportRate) {
  return {
    percent: percent(rate.deliveryRate),
    calculation: deliveryRateWords(rate),
    formula: rate.formula,
    unaltered: percent(rate.unalteredRate),
    unalteredCalculation:
      (rate.compared === 0
        ? 'Nothing reported in full'
        : `${count(rate.unaltered)} unaltered ÷ ${count(rate.compared)} compared`) +
      (rate.notReported === 0 ? '' : `; ${count(rate.notReported)} not reported`),
  };
}

/** Date and time separately: the columns are narrow, and most dates are the same. */
export function dateAndTime(timestamp: string | null): [string, string] {
  const [date = 'N/A', time = ''] = formatDateTime(timestamp).split(' ');
  return [date, time];
}

/** The sentence above a truncated list; null if the list is complete. */
export function cappedSentence(shown: number, total: number, things: string): string | null {
  if (shown >= total) return null;
  return `Showing the newest ${count(shown)} of ${count(total)} ${things}; export the CSV for all.`;
}
