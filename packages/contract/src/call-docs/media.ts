/** Files in the description of the interface. */
import type { CallDoc } from './call-doc.ts';

const SIGNED =
  'With a session, or by a link that is signed and has not expired. What browsers might run in it is shut off by its headers.';

export const mediaDocs = {
  media: {
    summary: 'Fetch a file',
    description: `${SIGNED} A part of it is answered where \`Range\` asks for one.`,
    problems: ['media.unknown', 'media.range'],
    answerHeaders: ['Content-Disposition', 'ETag'],
    answerType: '*/*',
  },
  mediaThumbnail: {
    summary: 'Fetch a small picture of a file',
    description: SIGNED,
    problems: ['media.unknown', 'media.no-thumbnail'],
    answerType: 'image/webp',
  },
} as const satisfies Record<string, CallDoc>;
