/**
 * Findings about a message beyond its status: how its text arrived, that its handset was offline, or that it was never
 * sent. Rollups count them, reports show them and lists filter by them; a changed sender is recorded and counted
 * separately.
 */
import type { Comparison } from './comparison-classes.ts';
import type { Ledgers } from './message-lifecycle.ts';
import { deriveVerdict } from './verdict.ts';
import type { Tone } from './verdict-tones.ts';

/** Every finding, best first; a message has at most one. */
export const FINDINGS = [
  'identical',
  'equivalent',
  'cosmetic',
  'text added',
  'escaped',
  're-encoded',
  'masked',
  'link rewritten',
  'part missing',
  'truncated',
  'joined wrongly',
  'altered',
  'text not told',
  'handset offline',
  'not sent',
] as const;

/** The finding about one message. */
export type Finding = (typeof FINDINGS)[number];

/** Choices of the filter: a finding, or a changed sender whatever happened to the text. */
export const FINDING_WORDS = [...FINDINGS, 'sender changed'] as const;

/** One of {@link FINDING_WORDS}. */
export type FindingWord = (typeof FINDING_WORDS)[number];

/** The finding that follows from the ledgers; null if there is none. */
export function findingOf(ledgers: Ledgers): Finding | null {
  if (ledgers.reception.at !== null) return findingOfText(ledgers.reception.comparison ?? 'unknown');
  const verdict = deriveVerdict(ledgers);
  return verdict === 'handset offline' || verdict === 'not sent' ? verdict : null;
}

/** The finding of a comparison. */
export function findingOfText(comparison: Comparison): Finding {
  return comparison === 'unknown' ? 'text not told' : comparison;
}

/** Whether a message matches the filter. */
export function isFound(
  word: FindingWord,
  found: { finding: Finding | null; senderChanged: boolean },
): boolean {
  return word === 'sender changed' ? found.senderChanged : found.finding === word;
}

/** Label, description and tone of a finding. */
interface FindingWords {
  readonly label: string;
  readonly about: string;
  readonly tone: Tone;
}

const WORDS: Readonly<Record<FindingWord, FindingWords>> = {
  identical: {
    label: 'Text identical',
    about: 'Every character of the text arrived as it was sent.',
    tone: 'arrived',
  },
  equivalent: {
    label: 'Text looks the same',
    about: 'Only invisible differences: Unicode form, line endings, whitespace at the end.',
    tone: 'arrived',
  },
  cosmetic: {
    label: 'Cosmetic changes',
    about: 'Quotes, dashes, whitespace or invisible marks changed; a reader sees the same text.',
    tone: 'arrived',
  },
  'text added': {
    label: 'Text added',
    about: 'A label, a counter or a footer was added before or after the text.',
    tone: 'doubtful',
  },
  escaped: {
    label: 'Escaped',
    about: 'Characters arrived as their HTML or URL escapes.',
    tone: 'doubtful',
  },
  're-encoded': {
    label: 'Re-encoded',
    about: 'Characters were lost or replaced by a conversion to another character set.',
    tone: 'doubtful',
  },
  masked: {
    label: 'Masked',
    about: 'Digits or words were replaced by a repeated character.',
    tone: 'doubtful',
  },
  'link rewritten': {
    label: 'Link rewritten',
    about: 'A link arrived as another link.',
    tone: 'doubtful',
  },
  'part missing': {
    label: 'Part missing',
    about: 'A piece of the text is missing, although its end arrived.',
    tone: 'doubtful',
  },
  truncated: { label: 'Truncated', about: 'Only the beginning of the text arrived.', tone: 'doubtful' },
  'joined wrongly': {
    label: 'Reassembled incorrectly',
    about:
      'Parts of a long message were swapped, missing, duplicated, shown with their headers, or reported as separate messages.',
    tone: 'doubtful',
  },
  altered: {
    label: 'Altered',
    about: 'Changed in a way we do not recognize.',
    tone: 'doubtful',
  },
  'text not told': {
    label: 'Text not reported',
    about: 'The handset confirmed the message without reporting its text.',
    tone: 'unknown',
  },
  'handset offline': {
    label: 'Handset offline',
    about: 'The test phone was offline: this says nothing about the route, and no rate counts the message.',
    tone: 'unknown',
  },
  'not sent': {
    label: 'Not sent',
    about: 'It expired before we could send it to the carrier; no rate counts the message.',
    tone: 'unknown',
  },
  'sender changed': {
    label: 'Sender changed',
    about: 'The handset saw a different sender than the one that was used, whatever happened to the text.',
    tone: 'doubtful',
  },
};

/** The label on screens and in reports. */
export function findingLabel(word: FindingWord): string {
  return WORDS[word].label;
}

/** One sentence for operators. */
export function describeFinding(word: FindingWord): string {
  return WORDS[word].about;
}

/** Tone of a finding. */
export function toneOfFinding(word: FindingWord): Tone {
  return WORDS[word].tone;
}
