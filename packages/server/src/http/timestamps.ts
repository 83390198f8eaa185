/** Formats instants for responses: ISO 8601 with the Los Angeles offset and milliseconds, null when absent. */
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';

export function timestampToWire(ms: number): string;
export function timestampToWire(ms: number | null): string | null;
export function timestampToWire(ms: number | null): string | null {
  return ms === null ? null : formatLosAngeles(ms);
}
