/**
 * What became of the files of an MMS (EVIDENCE-1). Each file that was sent or arrived has an outcome; the worst one is the
 * finding of its copy, and the best copy counts for the message.
 */

/**
 * Outcomes of one file. `identical`: the same bytes; `transcoded`: different bytes that look the same; `damaged`:
 * unreadable, cut short, or it looks different; `other kind`: a video for a picture, or the reverse; `unexpected`:
 * nothing like it was sent; `not-compared`: the comparison failed three times.
 */
export const FILE_OUTCOMES = [
  'identical',
  'transcoded',
  'damaged',
  'other kind',
  'unexpected',
  'missing',
  'not-compared',
] as const;

/** One of {@link FILE_OUTCOMES}. */
export type FileOutcome = (typeof FILE_OUTCOMES)[number];

/** The findings by increasing strength of proof: of several copies, the one furthest down this list counts. */
export const FILE_FINDINGS = [
  'not told',
  'missing',
  'damaged',
  'other kind',
  'recoded',
  'identical',
] as const;

/** One of {@link FILE_FINDINGS}. */
export type FileFinding = (typeof FILE_FINDINGS)[number];

/** The outcomes of a copy, worst first, each with its finding. */
const WORST_FIRST: readonly (readonly [FileOutcome, FileFinding])[] = [
  ['missing', 'missing'],
  ['damaged', 'damaged'],
  ['other kind', 'other kind'],
  ['unexpected', 'other kind'],
  ['not-compared', 'not told'],
  ['transcoded', 'recoded'],
];

/** The finding about one copy; `identical` for a copy without any files. */
export function findingOfFiles(outcomes: readonly FileOutcome[]): FileFinding {
  return WORST_FIRST.find(([outcome]) => outcomes.includes(outcome))?.[1] ?? 'identical';
}

/** Whether the files differ from what was sent; false if they look the same or were not reported. */
export function areFilesAltered(finding: FileFinding | null): boolean {
  return finding === 'missing' || finding === 'damaged' || finding === 'other kind';
}

/** The largest difference of pictures that look the same, from 0 (alike) to 1. */
const SAME_PICTURE = 0.1;
/** The largest difference in length of videos that are the same, as a share. */
const SAME_LENGTH = 0.05;

/** Whether a picture with different bytes looks like the one that was sent. @param difference null if not known */
export function looksTheSame(difference: number | null): boolean {
  return difference === null || difference <= SAME_PICTURE;
}

/** Whether a video with different bytes is as long as the one that was sent. Milliseconds; null if not known. */
export function lastsAsLong(sentMs: number | null, receivedMs: number | null): boolean {
  if (sentMs === null || receivedMs === null) return true;
  return Math.abs(receivedMs - sentMs) <= sentMs * SAME_LENGTH;
}
