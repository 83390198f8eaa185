/** What pressing Create Test will send, before it is pressed; it blocks nothing (CREATE-20). */
import { counted } from '../../app/counted.ts';
import type { MessageCount } from './filled-message.ts';

/** @param files of an MMS, links included; null for an SMS, which is counted in segments */
export function recipientsLine(count: MessageCount, files: number | null): string {
  const { offices, phones, messages, fewestSegments, mostSegments } = count;
  if (messages === 0) {
    const missing = [offices === 0 && 'office', phones === 0 && 'test phone'].filter(
      (word) => word !== false,
    );
    return `No ${missing.join(' and no ')} chosen: nothing to send yet.`;
  }
  const size =
    files !== null ? `with ${counted(files, 'file')}` : `of ${segmentsInWords(fewestSegments, mostSegments)}`;
  return `${counted(offices, 'office')} × ${counted(phones, 'phone')} = ${counted(messages, 'message')} ${size}`;
}

function segmentsInWords(fewestSegments: number, mostSegments: number): string {
  return fewestSegments === mostSegments
    ? counted(mostSegments, 'segment')
    : `${fewestSegments} to ${counted(mostSegments, 'segment')}`;
}
