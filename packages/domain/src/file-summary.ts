/** What happened to the files of one MMS, in a few words. */
import type { FileOutcome } from './file-classes.ts';

/** A handset report's files; an SMS has none. */
export interface FilesOfReception {
  /** The files that arrived; `comparison` null until they have been compared with what was sent. */
  readonly media?: readonly { readonly comparison: { readonly outcome: FileOutcome } | null }[];
  readonly missingMedia?: readonly unknown[] | undefined;
}

/** Such as `1 file missing, 1 damaged`; null if all arrived unchanged, none were sent, or none have been compared yet. */
export function summarizeFiles(reception: FilesOfReception | null): string | null {
  const count = countFiles(reception);
  const counts = [
    [count('missing'), 'missing'],
    [count('damaged'), 'damaged'],
    [count('other kind'), 'of another kind'],
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

/** The files that differ from what was sent, as clauses: `1 of 2 files is missing`, `1 file arrived that was not sent`. */
export function alteredFileClauses(reception: FilesOfReception | null): string[] {
  const count = countFiles(reception);
  const sent = (['identical', 'transcoded', 'damaged', 'other kind', 'missing'] as const)
    .map(count)
    .reduce((a, b) => a + b, 0);
  const clauses = (
    [
      ['missing', 'missing'],
      ['damaged', 'damaged'],
      ['other kind', 'of another kind'],
    ] as const
  ).flatMap(([outcome, words]) => {
    const many = count(outcome);
    return many === 0 ? [] : [`${many} of ${files(sent)} ${many === 1 ? 'is' : 'are'} ${words}`];
  });
  const unexpected = count('unexpected');
  return unexpected === 0
    ? clauses
    : [...clauses, `${files(unexpected)} arrived that ${unexpected === 1 ? 'was' : 'were'} not sent`];
}

function countFiles(reception: FilesOfReception | null): (wanted: FileOutcome) => number {
  const { media = [], missingMedia = [] } = reception ?? {};
  return (wanted) =>
    wanted === 'missing'
      ? missingMedia.length
      : media.filter(({ comparison }) => comparison?.outcome === wanted).length;
}

function files(many: number): string {
  return `${many} ${many === 1 ? 'file' : 'files'}`;
}
