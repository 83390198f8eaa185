/** The refusal of a test that would exceed a daily limit (ACCT-11). */
import type { LimitReached } from '@textprobe/database/limits/daily-messages';
import type { TestRow } from '@textprobe/database/tests/tests';
import { limitReachedWords, limitResetAt } from '@textprobe/domain/daily-limit';
import { ProblemError } from '../http/problem.ts';
import { timestampToWire } from '../http/timestamps.ts';

/** Belongs to the field that decides how many messages are sent. @param now epoch milliseconds */
export function limitProblem(
  { kind, id, name, limitPerDay, left, messages }: LimitReached,
  { pairs }: Pick<TestRow, 'pairs'>,
  now: number,
): ProblemError {
  const code = 'limit.reached';
  const partner = kind === 'partner' ? name : null;
  const message = limitReachedWords({ partner, messages, left, limitPerDay }, now);
  return new ProblemError(code, message, {
    errors: [{ field: pairs === null ? 'officeIDs' : 'pairs', code, message }],
    limit: {
      partnerID: kind === 'partner' ? id : null,
      limitPerDay,
      left,
      resetAt: timestampToWire(limitResetAt(now)),
    },
  });
}
