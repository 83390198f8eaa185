/** Logs with what the screen shows of their tests (ANALYTICS-7). */
import type { Test } from '@textprobe/contract/tests';
import type { LogOfTest } from '../../../api/analytics.ts';

export interface EnrichedLog {
  readonly log: LogOfTest;
  readonly messageBody: string;
  readonly messageType: string;
  readonly testType: string;
}

type Source = Partial<Pick<Test, 'messageBody' | 'messageType' | 'testType'>>;

/** From the log where it says it itself, else from the loaded test with its id, else N/A. */
export function enrichLogs(logs: readonly LogOfTest[], tests: readonly Test[]): EnrichedLog[] {
  const byId = new Map(tests.map((test) => [test.testId, test]));
  return logs.map((log) => {
    const test: Source = byId.get(log.testID) ?? {};
    return {
      log,
      messageBody: log.messageBody ?? test.messageBody ?? 'N/A',
      messageType: log.messageType ?? test.messageType ?? 'N/A',
      testType: log.testType ?? test.testType ?? 'N/A',
    };
  });
}
