/** What pressing Create Test will send, before it is pressed; it blocks nothing (CREATE-20). */
import { counted } from '../../app/counted.ts';
import type { MessageCount } from './filled-message.ts';

export function recipientsLine(count: MessageCount): string {
  const { offices, phones, messages, fewestSegments, mostSegments } = count;
  if (messages === 0) {
    const missing = [offices === 0 && 'office', phones === 0 && 'test phone'].filter(
      (word) => word !== false,
    );
    return `No ${missing.join(' and no ')} chosen: nothing to send yet.`;
  }
  const segments =
    fewestSegments === mostSegments
      ? counted(mostSegments, 'segment')
      : `${fewestSegments} to ${counted(mostSegments, 'segment')}`;
  return `${counted(offices, 'office')} × ${counted(phones, 'phone')} = ${counted(messages, 'message')} of ${segments}`;
}
