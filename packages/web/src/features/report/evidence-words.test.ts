import { type EvidenceEvent, SET_ASIDE } from '@textprobe/contract/message-why';
import { expect, test } from 'vitest';
import { evidenceLines, setAsideWords } from './evidence-words.ts';

const at = (time: string, day = '21') => `2026-11-${day}T10:00:${time}-08:00`;

const EVIDENCE: readonly EvidenceEvent[] = [
  { kind: 'created', at: at('00.000'), verdict: 'waiting' },
  { kind: 'claimed', at: at('00.010'), verdict: 'waiting', attempt: 1, worker: 'probe:1' },
  {
    kind: 'given-back',
    at: at('00.020'),
    verdict: 'waiting',
    attempt: 1,
    reason: 'throttled',
    nextAttemptAt: at('01.020'),
  },
  { kind: 'claimed', at: at('01.030'), verdict: 'waiting', attempt: 2, worker: null },
  { kind: 'unknown', at: at('31.040'), verdict: 'unknown', writtenAt: at('01.040'), error: 'no answer' },
  { kind: 'accepted', at: at('32.000'), verdict: 'in transit', writtenAt: at('32.000'), error: null },
  {
    kind: 'receipt',
    at: at('33.000'),
    verdict: 'in transit',
    gateway: 'Lab',
    part: 2,
    covers: 'message',
    providerId: '8F3A01',
    state: 'enroute',
    error: null,
    raw: 'id:8F3A01 stat:ENROUTE',
  },
  { kind: 'deadline', at: at('59.000'), verdict: 'lost', error: null, handsetOffline: null },
  { kind: 'settled', at: at('59.001'), verdict: 'lost' },
  {
    kind: 'reception',
    at: at('05.000', '22'),
    verdict: 'late',
    source: 'native',
    phoneID: 1,
    reportedBy: { kind: 'key', name: 'Shelf' },
    stated: { at: at('04.500', '22'), clock: 'handset' },
    text: 'Hello #A',
    sender: '+12025550100',
    ignored: [],
    comparison: 'identical',
    senderComparison: 'identical',
    files: 0,
    part: null,
  },
];

const PART = {
  part: 1,
  parts: 2,
  gateway: 'Lab',
  providerId: '8f3a01',
  receipt: { at: null, state: 'none' as const, error: null },
};

test('each piece of evidence names its source, the event and its circumstances', () => {
  const lines = evidenceLines({ evidence: [...EVIDENCE], parts: [PART, { ...PART, part: 2 }] });
  expect(lines.map(({ side, title, note }) => [side, title, note])).toEqual([
    ['console', 'Created', null],
    ['console', 'Claimed for sending', 'attempt 1 · by probe:1'],
    ['console', 'Released, not sent', 'throttled · retry after 10:00:01.020'],
    ['console', 'Claimed for sending', 'attempt 2'],
    ['carrier', 'The carrier’s answer was lost', 'no answer · sent at 10:00:01.040'],
    ['carrier', 'The carrier accepted it', null],
    ['carrier', 'Receipt: en route', 'part 2 · counts for all parts · via Lab, message ID 8F3A01'],
    ['console', 'The deadline passed', null],
    ['console', 'Settled: no further evidence expected', null],
    [
      'handset',
      'Reported by the handset',
      'with the handset key Shelf · text: identical · from +12025550100 · by the clock of the handset 10:00:04.500',
    ],
  ]);
  expect(lines[6]?.raw).toEqual({ label: 'Raw receipt', text: 'id:8F3A01 stat:ENROUTE' });
  expect(lines[9]?.raw).toEqual({ label: 'Received text', text: 'Hello #A' });
});

test('an acceptance without a message ID says that no receipt can match', () => {
  const [, , , , , accepted] = evidenceLines({
    evidence: [...EVIDENCE],
    parts: [{ ...PART, providerId: '' }],
  });
  expect(accepted?.note).toBe('without a message ID, so no receipt can match');
});

test('shows a verdict where it changed, and marks a change of a settled one as a correction', () => {
  const lines = evidenceLines({ evidence: [...EVIDENCE], parts: [PART, { ...PART, part: 2 }] });
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    'waiting',
    null,
    null,
    null,
    'unknown',
    'in transit',
    null,
    'lost',
    null,
    'late',
  ]);
  expect(lines.filter(({ isCorrection }) => isCorrection)).toMatchObject([{ verdict: 'late' }]);
});

test('shows the day of a time only if it differs from the first', () => {
  const lines = evidenceLines({ evidence: [...EVIDENCE], parts: [PART, { ...PART, part: 2 }] });
  expect(lines[0]?.time).toBe('10:00:00.000');
  expect(lines[9]?.time).toBe('11/22 10:00:05.000');
});

test('CALL-16 shows the account that confirmed a message manually', () => {
  const reception = EVIDENCE.flatMap((event) => (event.kind === 'reception' ? [event] : []))[0]!;
  expect(evidenceLines({ evidence: [{ ...reception, confirmedBy: 'ada' }], parts: [] })[0]).toMatchObject({
    side: 'console',
    title: 'Confirmed manually by ada',
  });
});

test('CHANGE-1 names what could not be read of a report', () => {
  const reception = EVIDENCE.flatMap((event) => (event.kind === 'reception' ? [event] : []))[0]!;
  const ignored = [{ field: 'receivedAt', reason: '"yesterday" could not be read' }];
  const evidence = [{ ...reception, stated: null, ignored }];
  expect(evidenceLines({ evidence, parts: [] })[0]?.note).toMatch(
    / · the phone’s receivedAt "yesterday" could not be read$/,
  );
});

test('does not number the parts of a message of one part', () => {
  const receipt = EVIDENCE.filter(({ kind }) => kind === 'receipt');
  expect(evidenceLines({ evidence: receipt, parts: [PART] })[0]?.note).toBe('via Lab, message ID 8F3A01');
});

test('shows when an offline phone last reported', () => {
  const deadline = {
    kind: 'deadline',
    at: at('59.000'),
    verdict: 'handset offline',
    error: null,
    handsetOffline: { heardAt: at('00.000', '20') },
  } as const;
  expect(evidenceLines({ evidence: [deadline], parts: [] })[0]?.note).toBe(
    'the phone was offline, last seen 11/20/2026 10:00:00',
  );
  const unsent = {
    ...deadline,
    verdict: 'not sent',
    error: 'Waited for a gateway.',
    handsetOffline: null,
  } as const;
  expect(evidenceLines({ evidence: [unsent], parts: [] })[0]).toMatchObject({
    title: 'Expired before it was sent',
    note: 'Waited for a gateway.',
  });
});

test('GUARD-11 says what failed, how often it was tried, and when the next retry is', () => {
  const times = { tries: 3, lastTryAt: at('33.000'), nextTryAt: '2026-11-21T10:05:33.000-08:00' };
  const tried = '3 tries, last at 11/21/2026 10:00:33; next at 11/21/2026 10:05:33.';
  expect(SET_ASIDE.map((what) => setAsideWords({ what, ...times }))).toEqual([
    `The deadline passed, but this could not be recorded. ${tried}`,
    `The process that was sending it is gone, but this could not be recorded. ${tried}`,
    `A receipt that seems to be about this message could not be applied. ${tried}`,
    `A handset report that seems to be about this message could not be applied. ${tried}`,
    `The run could not be closed, so its test still counts as executing. ${tried}`,
  ]);
});

test('EVIDENCE-1 a part that the phone reported as a separate message is named', () => {
  const part = {
    ...(EVIDENCE.at(-1) as Extract<EvidenceEvent, { kind: 'reception' }>),
    part: 2,
    comparison: 'joined wrongly' as const,
  };
  const [line] = evidenceLines({ evidence: [part], parts: [PART] });
  expect(line?.note).toContain(
    'part 2, reported as a separate message · with the handset key Shelf · joined text: joined wrongly',
  );
});
