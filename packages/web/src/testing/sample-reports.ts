/** Reports for tests: a settled one of a single message, to be changed by what a test needs. */
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import type { Test } from '@textprobe/contract/tests';
import { at, confirmedLog } from './sample-logs.ts';

/** An immediate SMS of one office to one phone. */
export function sampleTest(changes: Partial<Test> = {}): Test {
  return {
    testId: 7,
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    messageBody: 'Hello {first_name}',
    scheduledTimestamp: null,
    creationTimestamp: at('00.000'),
    updateTimestamp: at('00.000'),
    executionStatus: 'DELIVERED',
    statusReason: null,
    partnerId: 1,
    partnerIDs: [1],
    clientIDs: { clientIDs: [2] },
    officeIDs: { officeIDs: [3] },
    phoneIDs: { phoneIDs: [5] },
    pairs: null,
    messagesPerRun: 1,
    names: { partners: ['Harbor Health Group'], clients: ['Bayview Dental'], offices: ['Oakland'] },
    mediaURLs: { media: [] },
    mediaFiles: [],
    recurrenceRule: {},
    nextDue: null,
    recurrenceActive: false,
    overlap: 'skip',
    latestRun: null,
    recentRuns: [],
    scheduleNote: null,
    ...changes,
  };
}

/** The report of `sampleTest`: its message was confirmed. */
export function sampleReport({
  test,
  ...changes
}: Partial<Omit<Report, 'test'>> & { test?: Partial<Test> } = {}): Report {
  return {
    test: sampleTest(test),
    directory: {
      partners: [{ id: 1, name: 'Harbor Health Group' }],
      clients: [{ id: 2, name: 'Bayview Dental' }],
      offices: [{ id: 3, name: 'Oakland' }],
      testPhones: [{ phoneID: 5, name: 'Avery', phoneNumber: '+15553010001', carrier: 'Verizon' }],
    },
    history: [],
    testLogs: [confirmedLog()],
    testDurations: [4],
    testDurationLogIDs: [1],
    testLogCount: 1,
    isNewest: true,
    runs: [sampleRun()],
    runCount: 1,
    upcoming: [],
    rate: {
      received: 1,
      known: 1,
      unknown: 0,
      offline: 0,
      notSent: 0,
      inProgress: 0,
      deliveryRate: 100,
      unaltered: 1,
      compared: 1,
      notReported: 0,
      unalteredRate: 100,
      formula: 'received ÷ known',
    },
    ...changes,
  };
}

export function sampleRun(changes: Partial<Run> = {}): Run {
  return {
    runId: 1,
    dueAt: at('00.000'),
    creationTimestamp: at('00.000'),
    closedAt: at('05.000'),
    status: 'DELIVERED',
    reason: null,
    messages: { total: 1, settled: 1, received: 1, known: 1 },
    ...changes,
  };
}
