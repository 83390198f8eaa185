/** The headers that answers of single calls bear, and what each says. */
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '../headers.ts';

export interface HeaderDoc {
  readonly description: string;
  readonly type: 'integer' | 'string';
}

export const ANSWER_HEADERS = {
  [TOTAL_COUNT_HEADER]: {
    description:
      'How many rows the whole filter holds, beside a page of them. Left out where the whole list comes.',
    type: 'integer',
  },
  [RECEIVED_COUNT_HEADER]: { description: 'How many of these count as received.', type: 'integer' },
  [NEXT_CURSOR_HEADER]: {
    description: 'To be sent as `cursor` for the next page. Left out on the last.',
    type: 'string',
  },
  'Content-Disposition': { description: 'The name to save the file under.', type: 'string' },
  'Content-Range': { description: 'Which bytes of how many these are.', type: 'string' },
  ETag: { description: 'Changes with the bytes; to be sent as `If-None-Match`.', type: 'string' },
} as const satisfies Record<string, HeaderDoc>;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;
