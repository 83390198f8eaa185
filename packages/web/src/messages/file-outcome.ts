/** What became of a file of an MMS on its way, in words: unchanged, recoded and how, damaged, or never sent. */
import type { ArrivedFile, MediaFile } from '@textprobe/contract/media';
import { formatBytes } from './format-bytes.ts';

const OUTCOMES = {
  identical: 'Arrived unchanged.',
  transcoded: 'Recoded on the way',
  damaged: 'Arrived damaged: it cannot be opened.',
  unexpected: 'Nothing of the kind was sent.',
} as const;

/** A sentence or two; of a recoded file with format, dimensions and size before and after. */
export function outcomeWords(file: ArrivedFile): string {
  const { comparison } = file;
  if (comparison === null) return 'Not compared yet.';
  const { outcome, sent, difference } = comparison;
  if (outcome !== 'transcoded') return OUTCOMES[outcome];
  const from = sent === null ? '' : ` from ${sent.name}`;
  const looks = difference === null ? '' : `; it looks ${(difference * 100).toFixed(1)} % different`;
  const change = sent === null ? '' : ` ${factsOf(sent)} became ${factsOf(file)}.`;
  return `${OUTCOMES.transcoded}${from}${looks}.${change}`;
}

/** Such as `PNG, 1200 × 800, 38 kB`. */
function factsOf(file: Pick<MediaFile, 'type' | 'width' | 'height' | 'size'>): string {
  const { type, width, height, size } = file;
  const format = (type.split('/')[1] ?? type).toUpperCase();
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [format, ...pixels, formatBytes(size)].join(', ');
}
