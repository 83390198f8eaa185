import type { SubmitSmResp } from '@textprobe/smpp/pdu';
import { expect, test, vi } from 'vitest';
import { createLateAnswers } from './late-answers.ts';

const answer = (sequence: number): SubmitSmResp => ({
  command: 'submit_sm_resp',
  sequence,
  status: 0,
  messageId: 'x',
  tlvs: new Map(),
});

test('a late answer is told once, to whom it is for', () => {
  const late = createLateAnswers();
  const [one, two] = [vi.fn(), vi.fn()];
  late.expect(1, one);
  late.expect(2, two);
  late.arrived(answer(2));
  late.arrived(answer(2));
  late.arrived(answer(3));
  expect(one).not.toHaveBeenCalled();
  expect(two).toHaveBeenCalledExactlyOnceWith(answer(2));
});

test('beyond 10,000 the oldest are given up', () => {
  const late = createLateAnswers();
  const [first, second] = [vi.fn(), vi.fn()];
  late.expect(1, first);
  late.expect(2, second);
  for (let sequence = 3; sequence <= 10_001; sequence += 1) late.expect(sequence, () => {});
  late.arrived(answer(1));
  late.arrived(answer(2));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
