/** How the messages of a report arrived: one chip a finding, which filters the executions. Nothing while all is as sent. */
import { Box } from '@mantine/core';
import type { TestLog } from '@textprobe/contract/messages';
import {
  describeFinding,
  FINDING_WORDS,
  type FindingWord,
  findingLabel,
  isFound,
  toneOfFinding,
} from '@textprobe/domain/finding';
import { Chips } from './chips.tsx';

interface FindingChipsProps {
  readonly logs: readonly TestLog[];
  /** Null: all are shown. */
  readonly chosen: FindingWord | null;
  readonly onChoose: (finding: FindingWord | null) => void;
}

export function FindingChips({ logs, chosen, onChoose }: FindingChipsProps) {
  const counts = FINDING_WORDS.map((word) => ({
    word,
    count: logs.filter((log) => passesFinding(log, word)).length,
  }));
  const worthTelling = counts.some(({ word, count }) => count > 0 && word !== 'identical');
  if (!worthTelling && chosen === null) return null;
  const shown = counts.filter(({ word, count }) => count > 0 || word === chosen);
  return (
    <Box mb={12}>
      <Chips
        label="Show executions by how they arrived"
        all={{ label: 'All', count: logs.length }}
        chips={shown.map(({ word, count }) => ({
          value: word,
          label: findingLabel(word).toLowerCase(),
          about: describeFinding(word),
          tone: toneOfFinding(word),
          count,
        }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Box>
  );
}

/** Whether a log passes the filter's word. */
export function passesFinding({ finding, reception }: TestLog, word: FindingWord): boolean {
  return isFound(word, { finding, senderChanged: reception?.senderComparison === 'altered' });
}
