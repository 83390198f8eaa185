/** The findings as tables count them, and what they come to in a sentence. */
import { FINDINGS, type Finding, type FindingWord } from '@textprobe/domain/finding';
import type { Figure } from '../../../api/analytics-bundle.ts';
import { counted, figure } from '../../../ui/counted.ts';

type Counts = Figure<'findingCounts'>;

/** What handsets read, as often as they did. */
const OF_TEXT: readonly Finding[] = FINDINGS.filter(
  (finding) => finding !== 'handset offline' && finding !== 'not sent',
);
const ALTERED: readonly Finding[] = ['re-encoded', 'truncated', 'joined wrongly', 'altered'];
const UNHARMED: readonly Finding[] = ['identical', 'equivalent'];

/** How texts arrived; none while there are no counts. */
export function textCounts(counts: Counts | undefined): (readonly [FindingWord, number])[] {
  return counts === undefined ? [] : OF_TEXT.map((finding) => [finding, counts.findingCounts[finding]]);
}

/** What is counted beside the texts. */
export function otherCounts(counts: Counts | undefined): (readonly [FindingWord, number])[] {
  if (counts === undefined) return [];
  return [
    ['sender changed', counts.senderChangedCount],
    ['handset offline', counts.findingCounts['handset offline']],
    ['not sent', counts.findingCounts['not sent']],
  ];
}

/** `Of 1,120 texts that handsets read, 1,092 (97.5 %) arrived as they were sent or looking the same, 28 otherwise.` */
export function findingSummary(counts: Counts | undefined): string {
  if (counts === undefined) return 'No data';
  const sum = (findings: readonly Finding[]) =>
    findings.reduce((total, finding) => total + counts.findingCounts[finding], 0);
  const unharmed = sum(UNHARMED);
  const altered = sum(ALTERED);
  const read = unharmed + altered;
  if (read === 0) return 'No handset has told what it read.';
  const percent = (Math.round((unharmed / read) * 1_000) / 10).toLocaleString('en-US');
  return `Of ${counted(read, 'text')} that handsets read, ${figure(unharmed)} (${percent} %) arrived as sent or looking the same, ${figure(altered)} otherwise.`;
}
