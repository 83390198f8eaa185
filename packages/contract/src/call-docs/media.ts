/** API documentation of files. */
import type { CallDoc } from './call-doc.ts';

const SIGNED =
  'Needs a session, or a signed link that has not expired. The response headers keep browsers from running anything in the file.';

export const mediaDocs = {
  media: {
    summary: 'Fetch a file',
    description: `${SIGNED} Supports \`Range\`.`,
    problems: ['media.unknown', 'media.range'],
    answerHeaders: ['Content-Disposition', 'ETag'],
    answerType: '*/*',
  },
  mediaThumbnail: {
    summary: 'Fetch the thumbnail of a file',
    description: SIGNED,
    problems: ['media.unknown', 'media.no-thumbnail'],
    answerType: 'image/webp',
  },
} as const satisfies Record<string, CallDoc>;
