/** How screens and reports show a date (DATA-8). */
import { formatLosAngeles, parseTimestamp } from './los-angeles-time.ts';

/**
 * `MM/DD/YYYY HH:MM:SS` in Los Angeles, whatever the reader's time zone; 'N/A' for a missing or invalid date.
 * @param timestamp as in responses, or anything that `parseTimestamp` accepts
 */
export function formatDateTime(timestamp: string | null | undefined): string {
  const epochMs = timestamp ? parseTimestamp(timestamp) : null;
  if (epochMs === null) return 'N/A';
  const local = formatLosAngeles(epochMs);
  return `${local.slice(5, 7)}/${local.slice(8, 10)}/${local.slice(0, 4)} ${local.slice(11, 19)}`;
}
