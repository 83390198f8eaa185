/** Words for what became of the files of an MMS. */
import { FILE_FINDINGS, type FileFinding } from './file-classes.ts';
import type { Tone } from './verdict-tones.ts';

/** The findings as screens and reports list them. */
export const BEST_FIRST: readonly FileFinding[] = FILE_FINDINGS.toReversed();

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
