/** Summarizes what happened to the files of one MMS, for a table row. */

/** A handset report's files; an SMS has none. */
export interface FilesOfReception {
  /** The files that arrived; `comparison` null until they have been compared with what was sent. */
  readonly media?: readonly { readonly comparison: { readonly outcome: string } | null }[];
  readonly missingMedia?: readonly unknown[] | undefined;
}

/** Such as `1 file missing, 1 damaged`; null if all arrived unchanged, none were sent, or none have been compared yet. */
export function summarizeFiles(reception: FilesOfReception | null): string | null {
  const { media = [], missingMedia = [] } = reception ?? {};
  const count = (wanted: string) => media.filter(({ comparison }) => comparison?.outcome === wanted).length;
  const counts = [
    [missingMedia.length, 'missing'],
    [count('damaged'), 'damaged'],
    [count('transcoded'), 'recoded'],
    [count('unexpected'), 'not sent by us'],
    [count('not-compared'), 'not compared'],
  ] as const;
  const found = counts.filter(([many]) => many > 0);
  if (found.length === 0) return null;
  return found
    .map(([many, what], index) => `${many}${index > 0 ? '' : many === 1 ? ' file' : ' files'} ${what}`)
    .join(', ');
}
