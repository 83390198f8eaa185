/** The record of submissions: bounded, and able to find duplicates. */
import { describe, expect, it } from 'vitest';
import { createSubmissionLog, repeatedSubmissions, type Submission } from './submissions.ts';

function submission(text: string, extra: Partial<Submission> = {}): Omit<Submission, 'code'> {
  return {
    at: 0,
    source: '+12025550100',
    destination: '+12125550101',
    carrier: 'AT&T',
    text,
    reference: null,
    part: 1,
    total: 1,
    nth: 1,
    marks: [],
    answer: 'accepted',
    status: 0,
    messageId: '1',
    ...extra,
  };
}

function listOf(...entries: Omit<Submission, 'code'>[]): Submission[] {
  const log = createSubmissionLog();
  for (const entry of entries) log.add(entry);
  return log.list();
}

describe('submission log', () => {
  it('keeps the last ones in order', () => {
    const log = createSubmissionLog(3);
    for (const text of ['a', 'b', 'c', 'd', 'e']) log.add(submission(text));
    expect(log.list().map(({ text }) => text)).toEqual(['c', 'd', 'e']);
  });

  it('finds the code at the end of a text', () => {
    const texts = ['Sale #1 today #K3J9QX2M4TA', 'no code', '#K3J9QX2M4TA\n', 'issue #12 here'];
    expect(listOf(...texts.map((text) => submission(text))).map(({ code }) => code)).toEqual([
      'K3J9QX2M4TA',
      null,
      'K3J9QX2M4TA',
      null,
    ]);
  });
});

describe('repeated submissions', () => {
  it('are those that the carrier accepted twice, unanswered ones included', () => {
    const list = listOf(submission('a'), submission('b'), submission('a', { answer: 'none' }));
    expect(repeatedSubmissions(list).map((group) => group.map(({ text }) => text))).toEqual([['a', 'a']]);
  });

  it('are not those refused before, nor other parts or references', () => {
    const refused = (['throttled', 'rejected'] as const).map((answer) =>
      submission('a', { answer, messageId: null }),
    );
    const parts = [
      submission('a', { reference: 1, part: 1, total: 2 }),
      submission('a', { reference: 1, part: 2, total: 2 }),
    ];
    expect(repeatedSubmissions(listOf(...refused, submission('a'), ...parts))).toEqual([]);
  });
});
