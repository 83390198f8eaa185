/** API documentation of the response headers of single calls. */
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '../headers.ts';

export interface HeaderDoc {
  readonly description: string;
  readonly type: 'integer' | 'string';
}

export const ANSWER_HEADERS = {
  [TOTAL_COUNT_HEADER]: {
    description: 'The total number of rows that match the filter. Absent when the whole list is returned.',
    type: 'integer',
  },
  [RECEIVED_COUNT_HEADER]: {
    description: 'The number of rows that match the filter and count as received.',
    type: 'integer',
  },
  [NEXT_CURSOR_HEADER]: {
    description: 'The `cursor` for the next page. Absent on the last page.',
    type: 'string',
  },
  'Content-Disposition': { description: 'The file name.', type: 'string' },
  'Content-Range': { description: 'The returned range and the total size.', type: 'string' },
  ETag: {
    description:
      'Identifies the content. Send it as `If-None-Match` to fetch a file again, or as `If-Match` with a change.',
    type: 'string',
  },
} as const satisfies Record<string, HeaderDoc>;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;
