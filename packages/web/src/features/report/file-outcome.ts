/** Describes what happened to a file of an MMS in transit: unchanged, recoded, damaged, of another kind or never sent. */
import type { ArrivedFile, MediaFile } from '@textprobe/contract/media';

/** One or two sentences; a changed file is described by format, dimensions and size before and after. */
export function outcomeWords(file: ArrivedFile): string {
  const { comparison } = file;
  if (comparison === null) return 'Not compared yet.';
  const { outcome, sent, difference } = comparison;
  if (outcome === 'identical') return 'Arrived unchanged.';
  if (outcome === 'unexpected') return 'No such file was sent.';
  if (outcome === 'not-compared') return 'This file could not be compared.';
  const from = sent === null ? '' : ` from ${sent.name}`;
  const change = sent === null ? '' : ` ${factsOf(sent)} became ${factsOf(file)}.`;
  const instead = sent === null ? '' : ` in place of ${sent.name}`;
  if (outcome === 'other kind') return `Another kind of file arrived${instead}.${change}`;
  const looks = difference === null ? '' : `${(difference * 100).toFixed(1)}% different in appearance`;
  if (outcome === 'damaged') return `Damaged in transit${from}: ${looks || damageOf(file)}.${change}`;
  return `Recoded in transit${from}${looks && `, ${looks}`}.${change}`;
}

/** Pictures are decoded; of videos only the container is read. */
function damageOf({ type }: ArrivedFile): string {
  return type.startsWith('video/') ? 'it is truncated or has a different length' : 'it cannot be opened';
}

/** Such as `PNG, 1200 × 800, 38 kB`. */
function factsOf(file: Pick<MediaFile, 'type' | 'width' | 'height' | 'size'>): string {
  const { type, width, height, size } = file;
  const format = (type.split('/')[1] ?? type).toUpperCase();
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [format, ...pixels, formatBytes(size)].join(', ');
}

/** In MB (1,048,576 bytes) with two decimals, as the specification requires: `1.20 MB`. Below 100 kB in kB or bytes: `38 kB`, `12 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  if (bytes < 100 * 1_024) return `${Math.round(bytes / 1_024)} kB`;
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}
