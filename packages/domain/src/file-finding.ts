/**
 * What became of the files of an MMS (EVIDENCE-1). Each file that was sent or arrived has an outcome; the worst one is the
 * finding of its copy, and the best copy counts for the message.
 */
import type { Tone } from './verdict-tones.ts';

/**
 * Outcomes of one file. `identical`: the same bytes; `transcoded`: other bytes that look the same; `damaged`: unreadable, cut
 * short, or it looks different; `other kind`: a video for a picture, or the reverse; `unexpected`: nothing like it was sent;
 * `not-compared`: the comparison failed three times.
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

/** The findings by increasing strength of proof: of several copies the last one counts. */
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

/** The findings as screens and reports list them. */
export const BEST_FIRST: readonly FileFinding[] = FILE_FINDINGS.toReversed();

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

/** Whether the files differ from what was sent; not if they look the same or were not reported. */
export function areFilesAltered(finding: FileFinding | null): boolean {
  return finding === 'missing' || finding === 'damaged' || finding === 'other kind';
}

/** The largest difference of pictures that look the same, from 0 (alike) to 1. */
const SAME_PICTURE = 0.1;
/** The largest difference in length of videos that are the same, as a share. */
const SAME_LENGTH = 0.05;

/** Whether a picture of other bytes looks like the one that was sent. @param difference null: not known */
export function looksTheSame(difference: number | null): boolean {
  return difference === null || difference <= SAME_PICTURE;
}

/** Whether a video of other bytes is as long as the one that was sent. Milliseconds; null: not known. */
export function lastsAsLong(sentMs: number | null, receivedMs: number | null): boolean {
  if (sentMs === null || receivedMs === null) return true;
  return Math.abs(receivedMs - sentMs) <= sentMs * SAME_LENGTH;
}

/** Label, description and tone of a finding. */
interface FileWords {
  readonly label: string;
  readonly about: string;
  readonly tone: Tone;
}

const WORDS: Readonly<Record<FileFinding, FileWords>> = {
  identical: { label: 'Files identical', about: 'Every file arrived as it was sent.', tone: 'arrived' },
  recoded: {
    label: 'Files recoded',
    about: 'Files were converted or resized in transit, and still look the same.',
    tone: 'arrived',
  },
  'other kind': {
    label: 'Other files',
    about: 'A file arrived that was not sent, such as a video for a picture.',
    tone: 'doubtful',
  },
  damaged: {
    label: 'Files damaged',
    about: 'A file cannot be opened, was cut short, or looks different.',
    tone: 'doubtful',
  },
  missing: { label: 'Files missing', about: 'A file did not arrive.', tone: 'doubtful' },
  'not told': {
    label: 'Files not reported',
    about: 'The handset confirmed the message without reporting its files.',
    tone: 'unknown',
  },
};

/** The label on screens and in reports. */
export function fileFindingLabel(finding: FileFinding): string {
  return WORDS[finding].label;
}

/** One sentence for operators. */
export function describeFileFinding(finding: FileFinding): string {
  return WORDS[finding].about;
}

/** Tone of a finding. */
export function toneOfFileFinding(finding: FileFinding): Tone {
  return WORDS[finding].tone;
}
