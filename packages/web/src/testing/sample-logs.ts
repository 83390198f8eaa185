/** Test logs for tests: a confirmed one, and traits that change its outcome. */
import type { TestLog } from '@textprobe/contract/messages';

/** Created at noon, accepted 500 ms later, delivered 3 s and received 4 s after that. */
export function confirmedLog(changes: Partial<TestLog> = {}): TestLog {
  return {
    testLogID: 1,
    testID: 7,
    officeID: 3,
    phoneID: 5,
    carrier: 'Verizon',
    testActivityStatus: 'RECEIVED',
    messageSentTimestamp: at('00.500'),
    messageReceivedTimestamp: at('04.500'),
    creationTimestamp: at('00.000'),
    runId: 1,
    verdict: 'confirmed',
    finding: 'identical',
    fileFinding: null,
    unaltered: 'yes',
    sent: { text: 'Hello Ann #T0123456789', from: '+15552010001', to: '+15553010001' },
    submission: { at: at('00.500'), outcome: 'accepted', gateway: 'lab', error: null },
    receipt: { at: at('03.500'), state: 'delivered', error: null },
    reception: {
      at: at('04.500'),
      statedAt: at('04.400'),
      clock: 'handset',
      text: 'Hello Ann #T0123456789',
      media: [],
      comparison: 'intact',
      sender: '+15552010001',
      senderComparison: 'identical',
    },
    handsetOffline: null,
    evidence: 'handset',
    deadlineAt: '2026-11-21T12:15:00.500-08:00',
    settled: true,
    ...changes,
  };
}

const NO_EVIDENCE = {
  messageReceivedTimestamp: null,
  receipt: { at: null, state: 'none', error: null },
  reception: null,
} as const satisfies Partial<TestLog>;

export function receiptOnlyLog(): TestLog {
  return confirmedLog({
    testActivityStatus: 'DELIVERED',
    verdict: 'receipt only',
    messageReceivedTimestamp: null,
    reception: null,
  });
}

export function offlineLog(): TestLog {
  return confirmedLog({
    testActivityStatus: 'UNKNOWN',
    verdict: 'handset offline',
    finding: 'handset offline',
    ...NO_EVIDENCE,
    handsetOffline: { heardAt: '2026-11-21T11:00:00.000-08:00' },
  });
}

export function rejectedLog(): TestLog {
  return confirmedLog({
    testActivityStatus: 'FAILED',
    verdict: 'rejected',
    ...NO_EVIDENCE,
    submission: { at: at('00.500'), outcome: 'rejected', gateway: 'lab', error: 'Invalid destination.' },
  });
}

export function inTransitLog(): TestLog {
  return confirmedLog({
    testActivityStatus: 'SENT',
    verdict: 'in transit',
    ...NO_EVIDENCE,
    settled: false,
  });
}

/** A timestamp of this second after noon in the API's format: `04.500`. */
export function at(second: string): string {
  return `2026-11-21T12:00:${second}-08:00`;
}
