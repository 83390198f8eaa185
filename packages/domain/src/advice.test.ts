/** What to do about a message. */
import { expect, test } from 'vitest';
import { whatToDo } from './advice.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

const NO_ERROR = { submission: { error: null }, receipt: { error: null } };

test('EVIDENCE-5 every verdict but the good and the open ones says what to do, in one or two sentences', () => {
  const needsNothing = ['confirmed', 'carrier confirmed', 'in transit', 'waiting'];
  for (const verdict of VERDICTS) {
    const advice = whatToDo({ ...NO_ERROR, verdict });
    if (needsNothing.includes(verdict)) expect(advice, verdict).toBeNull();
    else expect(advice, verdict).toMatch(/^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/);
  }
  expect(whatToDo({ ...NO_ERROR, verdict: 'put off' as Verdict })).toBeNull();
});

test.each([
  [
    'The carrier answered: the destination address is invalid (ESME_RINVDSTADR).',
    /^Check the phone’s number/,
  ],
  [
    'Part 2 of 3: The carrier answered: the source address is invalid (ESME_RINVSRCADR).',
    /^Check the office’s/,
  ],
  ['The carrier answered late: the message queue is full (ESME_RMSGQFUL).', /later.*throughput/],
  ['The provider answered 400, error 21610: the phone has unsubscribed (replied STOP).', /START/],
])('EVIDENCE-5 a refusal with “%s” has advice of its own', (error, advice) => {
  expect(whatToDo({ ...NO_ERROR, verdict: 'rejected', submission: { error } })).toMatch(advice);
});

test('EVIDENCE-5 a receipt’s error takes precedence over that of the submission', () => {
  const receipt = { error: 'The provider says undelivered, error 30003: the phone cannot be reached.' };
  const submission = { error: 'The carrier answered: system error at the carrier (ESME_RSYSERR).' };
  expect(whatToDo({ verdict: 'undelivered', submission, receipt })).toMatch(/on and in coverage/);
  expect(whatToDo({ verdict: 'undelivered', submission, receipt: { error: null } })).toMatch(
    /report the fault/,
  );
});

test('EVIDENCE-5 an error without advice, and one of a message that arrived, leave the advice of the verdict', () => {
  const unknown = { error: 'The carrier answered: vendor-specific error (0x00000401).' };
  const plain = (verdict: Verdict) => whatToDo({ ...NO_ERROR, verdict });
  expect(whatToDo({ ...NO_ERROR, verdict: 'rejected', submission: unknown })).toBe(plain('rejected'));
  const failed = { error: 'The provider says undelivered, error 30007: the carrier filtered the message.' };
  expect(whatToDo({ ...NO_ERROR, verdict: 'late', receipt: failed })).toBe(plain('late'));
  expect(whatToDo({ ...NO_ERROR, verdict: 'confirmed', receipt: failed })).toBeNull();
});
