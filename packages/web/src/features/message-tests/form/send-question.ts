/** Asks for confirmation before sending a test that may be a mistake (CREATE-16, EVIDENCE-6). */
import { figure } from '@textprobe/domain/figures';
import { UNASKED_MESSAGES } from '@textprobe/domain/message-limit';
import { counted } from '../../../ui/counted.ts';
import type { Draft } from './draft.ts';
import { describeWallTime } from './wall-time.ts';

/**
 * Null if no question is needed.
 * @param messages of one run
 * @param now epoch milliseconds
 */
export function sendQuestion(
  { testType, scheduledAt }: Pick<Draft, 'testType' | 'scheduledAt'>,
  messages: number,
  now: number = Date.now(),
): string | null {
  if (testType === 'SCHEDULED' && describeWallTime(scheduledAt, now)?.isOver === true) {
    return `This time has passed. Send ${counted(messages, 'message')} now?`;
  }
  if (messages <= UNASKED_MESSAGES) return null;
  return `Send ${figure(messages)} messages${testType === 'RECURRING' ? ' in each run' : ''}?`;
}
