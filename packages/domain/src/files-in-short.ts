/** What became of the files of one MMS, in a few words: for a row, before anybody looks at each file. */

/** What a handset's report says of files; an SMS has none. */
export interface FilesOfReception {
  /** Those that arrived; `comparison` null while nobody has laid them beside what was sent. */
  readonly media?: readonly { readonly comparison: { readonly outcome: string } | null }[];
  readonly missingMedia?: readonly unknown[] | undefined;
}

/** Such as `1 file missing, 1 damaged`; null where all arrived unchanged, none were sent, or nobody has compared them yet. */
export function filesInShort(reception: FilesOfReception | null): string | null {
  const { media = [], missingMedia = [] } = reception ?? {};
  const count = (wanted: string) => media.filter(({ comparison }) => comparison?.outcome === wanted).length;
  const told = [
    [missingMedia.length, 'missing'],
    [count('damaged'), 'damaged'],
    [count('transcoded'), 'recoded'],
    [count('unexpected'), 'not sent by us'],
    [count('not-compared'), 'not compared'],
  ] as const;
  const found = told.filter(([many]) => many > 0);
  if (found.length === 0) return null;
  return found
    .map(([many, what], index) => `${many}${index > 0 ? '' : many === 1 ? ' file' : ' files'} ${what}`)
    .join(', ');
}
