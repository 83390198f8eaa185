/** The answers of one session that are still hoped for after their timer: who wants to hear, by sequence number. */
import type { SubmitSmResp } from '@textprobe/smpp/pdu';

export interface LateAnswers {
  /** `tell` is called at most once, if the answer comes while the session lasts. */
  expect(sequence: number, tell: (answer: SubmitSmResp) => void): void;
  arrived(answer: SubmitSmResp): void;
}

/** Beyond this the oldest are given up: a carrier that never answers must not fill our memory. */
const MOST = 10_000;

export function createLateAnswers(): LateAnswers {
  const waiting = new Map<number, (answer: SubmitSmResp) => void>();
  return {
    expect(sequence, tell) {
      const [oldest] = waiting.keys();
      if (waiting.size >= MOST && oldest !== undefined) waiting.delete(oldest);
      waiting.set(sequence, tell);
    },
    arrived(answer) {
      const tell = waiting.get(answer.sequence);
      waiting.delete(answer.sequence);
      tell?.(answer);
    },
  };
}
