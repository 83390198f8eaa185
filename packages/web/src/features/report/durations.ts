/** Delivery times, each matched to its log by id (REPORT-8). */
import type { Report } from '@textprobe/contract/messages';

/** Seconds by log id; logs that were not received are missing. */
export function durationsByLog(report: Report): ReadonlyMap<number, number> {
  return new Map(
    report.testDurationLogIDs.flatMap((logId, index) => {
      const seconds = report.testDurations[index] ?? 0;
      return seconds > 0 ? [[logId, seconds] as const] : [];
    }),
  );
}
