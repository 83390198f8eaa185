/** How the messages of a report arrived: one chip a finding, which filters the executions. Nothing while all is as sent. */
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
import classes from './chips.module.css';

interface FindingChipsProps {
  readonly logs: readonly TestLog[];
  /** Null: all are shown. */
  readonly chosen: FindingWord | null;
  readonly onChoose: (finding: FindingWord | null) => void;
}

export function FindingChips({ logs, chosen, onChoose }: FindingChipsProps) {
  const counts = countFindings(logs);
  const worthTelling = counts.some(({ word }) => word !== 'identical');
  if (!worthTelling && chosen === null) return null;
  const shown = FINDING_WORDS.flatMap((word) => {
    const count = counts.find((one) => one.word === word)?.count ?? 0;
    return count > 0 || word === chosen ? [{ word, count }] : [];
  });
  return (
    <div className={classes.findings}>
      <Chips
        label="Show executions by how they arrived"
        all={{ label: 'any arrival', count: logs.length }}
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
    </div>
  );
}

/** How many messages pass each word of the filter; words that none passes are left out. */
export function countFindings(logs: readonly TestLog[]): { word: FindingWord; count: number }[] {
  return FINDING_WORDS.map((word) => ({
    word,
    count: logs.filter((log) => passesFinding(log, word)).length,
  })).filter(({ count }) => count > 0);
}

/** Whether a log passes the filter's word. */
export function passesFinding({ finding, reception }: TestLog, word: FindingWord): boolean {
  return isFound(word, { finding, senderChanged: reception?.senderComparison === 'altered' });
}
