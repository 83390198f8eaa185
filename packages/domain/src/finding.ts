/**
 * What was found out about a message beyond its status: how its text arrived, that its handset was not there to get it,
 * or that it was never sent. Counted by the rollups, shown in reports, and a filter of lists; that the sender was changed on the way is found
 * beside it and counted beside it.
 */
import type { Comparison } from './comparison-classes.ts';
import type { Ledgers } from './message-lifecycle.ts';
import { deriveVerdict } from './verdict.ts';
import type { Tone } from './verdict-tones.ts';

/** Every finding, best news first; a message has at most one. */
export const FINDINGS = [
  'identical',
  'equivalent',
  're-encoded',
  'truncated',
  'joined wrongly',
  'altered',
  'text not told',
  'handset offline',
  'not sent',
] as const;

/** The finding about one message. */
export type Finding = (typeof FINDINGS)[number];

/** The choices of the filter: a finding, or a sender that was changed, whatever became of the text. */
export const FINDING_WORDS = [...FINDINGS, 'sender changed'] as const;

/** One of {@link FINDING_WORDS}. */
export type FindingWord = (typeof FINDING_WORDS)[number];

/** The finding that the ledgers add up to; null while there is none. */
export function findingOf(ledgers: Ledgers): Finding | null {
  if (ledgers.reception.at !== null) return findingOfText(ledgers.reception.comparison ?? 'unknown');
  const verdict = deriveVerdict(ledgers);
  return verdict === 'handset offline' || verdict === 'not sent' ? verdict : null;
}

/** The finding that a comparison is. */
export function findingOfText(comparison: Comparison): Finding {
  return comparison === 'unknown' ? 'text not told' : comparison;
}

/** Whether a message passes the filter's word. */
export function isFound(
  word: FindingWord,
  found: { finding: Finding | null; senderChanged: boolean },
): boolean {
  return word === 'sender changed' ? found.senderChanged : found.finding === word;
}

/** How a word looks and reads. */
interface FindingWords {
  readonly label: string;
  readonly about: string;
  readonly tone: Tone;
}

const WORDS: Readonly<Record<FindingWord, FindingWords>> = {
  identical: { label: 'Identical', about: 'Every character arrived as it was sent.', tone: 'arrived' },
  equivalent: {
    label: 'Looks the same',
    about: 'Only what nobody sees differs: Unicode form, line endings, white space at the end.',
    tone: 'arrived',
  },
  're-encoded': {
    label: 'Re-encoded',
    about: 'Characters were lost or replaced because the text went through another alphabet.',
    tone: 'doubtful',
  },
  truncated: { label: 'Truncated', about: 'Only the beginning of the text arrived.', tone: 'doubtful' },
  'joined wrongly': {
    label: 'Joined wrongly',
    about: 'The parts of a long message were swapped, missing, doubled or shown with their headers.',
    tone: 'doubtful',
  },
  altered: {
    label: 'Altered',
    about: 'The text that arrived is another one, in no way that has a name.',
    tone: 'doubtful',
  },
  'text not told': {
    label: 'Text not told',
    about: 'The handset confirmed the message without saying what it read.',
    tone: 'unknown',
  },
  'handset offline': {
    label: 'Handset offline',
    about: 'The test phone was away: nothing is known of the route, and no rate counts the message.',
    tone: 'unknown',
  },
  'not sent': {
    label: 'Not sent',
    about: 'It expired before we could hand it to the carrier; no rate counts the message.',
    tone: 'unknown',
  },
  'sender changed': {
    label: 'Sender changed',
    about: 'The handset saw another sender than the one it was sent from, whatever became of the text.',
    tone: 'doubtful',
  },
};

/** The finding as screens and reports write it. */
export function findingLabel(word: FindingWord): string {
  return WORDS[word].label;
}

/** One sentence that an operator understands. */
export function describeFinding(word: FindingWord): string {
  return WORDS[word].about;
}

/** What a finding means at a glance. */
export function toneOfFinding(word: FindingWord): Tone {
  return WORDS[word].tone;
}
