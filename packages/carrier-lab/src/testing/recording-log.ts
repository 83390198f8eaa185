/** A logger for tests that records its lines. */
import type { Logger } from '../log.ts';

export interface RecordingLog extends Logger {
  /** The messages at `warn` and `error`. */
  readonly complaints: string[];
}

export function createRecordingLog(): RecordingLog {
  const complaints: string[] = [];
  const complain = (_facts: object, message: string) => void complaints.push(message);
  return { complaints, debug() {}, info() {}, warn: complain, error: complain };
}
