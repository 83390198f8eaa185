/** What became of a file of an MMS on its way, in words: the same bytes, transcoded and how, damaged, or never sent. */
import type { ArrivedFile, MediaFile } from '@textprobe/contract/media';
import type { Tone } from '@textprobe/domain/verdict-tones';
import { formatBytes } from './format-bytes.ts';

interface FileOutcomeWords {
  readonly tone: Tone;
  readonly word: string;
  /** A sentence. */
  readonly detail: string;
}

/** Null while nobody has looked yet. */
export function outcomeOf(file: ArrivedFile): FileOutcomeWords | null {
  const { comparison } = file;
  if (comparison === null) return null;
  const { outcome, sent, difference } = comparison;
  switch (outcome) {
    case 'identical':
      return { tone: 'arrived', word: 'Same bytes', detail: 'It arrived as it was sent.' };
    case 'damaged':
      return { tone: 'failed', word: 'Damaged', detail: 'The picture cannot be opened any more.' };
    case 'unexpected':
      return { tone: 'doubtful', word: 'Unexpected', detail: 'No file like this was sent.' };
    case 'transcoded': {
      const change = sent === null ? '' : `${factsOf(sent)} became ${factsOf(file)}. `;
      return { tone: 'doubtful', word: 'Transcoded', detail: change + likeness(difference) };
    }
  }
}

function factsOf({
  type,
  width,
  height,
  size,
}: Pick<MediaFile, 'type' | 'width' | 'height' | 'size'>): string {
  const format = (type.split('/')[1] ?? type).toUpperCase();
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [format, ...pixels, formatBytes(size)].join(', ');
}

function likeness(difference: number | null): string {
  if (difference === null) return 'How alike they look was not measured.';
  if (difference < 0.005) return 'They look the same.';
  return `They look ${Math.round(difference * 100)} % different.`;
}
