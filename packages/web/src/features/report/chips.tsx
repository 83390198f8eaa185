/** Chips with counts that filter a list by one value, or show all. */
import { Box } from '@mantine/core';
import type { TestLog } from '@textprobe/contract/messages';
import { figure } from '@textprobe/domain/figures';
import type { FileFinding } from '@textprobe/domain/file-classes';
import {
  BEST_FIRST,
  describeFileFinding,
  fileFindingLabel,
  toneOfFileFinding,
} from '@textprobe/domain/file-finding';
import {
  describeFinding,
  FINDING_WORDS,
  type FindingWord,
  findingLabel,
  isFound,
  toneOfFinding,
} from '@textprobe/domain/finding';
import type { Tone } from '@textprobe/domain/verdict-tones';
import { ToneSign } from '../../ui/tone-sign.tsx';
import classes from './chips.module.css';

interface Chip<T extends string> {
  readonly value: T;
  readonly label: string;
  /** What it means, in one sentence. */
  readonly about: string;
  readonly tone: Tone;
  readonly count: number;
}

interface ChipsProps<T extends string> {
  /** What the group filters. */
  readonly label: string;
  readonly all: { readonly label: string; readonly count: number };
  readonly chips: readonly Chip<T>[];
  /** Null shows all. */
  readonly chosen: T | null;
  readonly onChoose: (value: T | null) => void;
}

export function Chips<T extends string>({ label, all, chips, chosen, onChoose }: ChipsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and meaning
    <div className={classes.chips} role="group" aria-label={label}>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        {all.label} <span className={classes.count}>{figure(all.count)}</span>
      </button>
      {chips.map(({ value, label: name, about, tone, count }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === value}
          data-tip={about}
          data-tip-press
          onClick={() => onChoose(chosen === value ? null : value)}
        >
          <ToneSign tone={tone} />
          {name} <span className={classes.count}>{figure(count)}</span>
        </button>
      ))}
    </div>
  );
}

interface FindingChipsProps {
  readonly logs: readonly TestLog[];
  /** Null shows all. */
  readonly chosen: FindingWord | null;
  readonly onChoose: (finding: FindingWord | null) => void;
}

/** How the messages of a report arrived: one chip per finding, which filters the executions. Hidden while everything arrived as sent. */
export function FindingChips({ logs, chosen, onChoose }: FindingChipsProps) {
  const counts = FINDING_WORDS.map((word) => ({
    word,
    count: logs.filter((log) => passesFinding(log, word)).length,
  }));
  const hasDifferences = counts.some(({ word, count }) => count > 0 && word !== 'identical');
  if (!hasDifferences && chosen === null) return null;
  const shown = counts.filter(({ word, count }) => count > 0 || word === chosen);
  return (
    <Box mb={12}>
      <Chips
        label="Show executions by how they arrived"
        all={{ label: 'all', count: logs.length }}
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

interface FileChipsProps {
  readonly logs: readonly TestLog[];
  /** Null shows all. */
  readonly chosen: FileFinding | null;
  readonly onChoose: (files: FileFinding | null) => void;
}

/** What became of the files of an MMS: one chip per finding. Hidden while every file arrived as sent. */
export function FileChips({ logs, chosen, onChoose }: FileChipsProps) {
  const shown = BEST_FIRST.map((files) => ({
    files,
    count: logs.filter(({ fileFinding }) => fileFinding === files).length,
  })).filter(({ files, count }) => count > 0 || files === chosen);
  if (chosen === null && shown.every(({ files }) => files === 'identical')) return null;
  return (
    <Box mb={12}>
      <Chips
        label="Show executions by what became of their files"
        all={{ label: 'all files', count: logs.length }}
        chips={shown.map(({ files, count }) => ({
          value: files,
          label: fileFindingLabel(files).toLowerCase(),
          about: describeFileFinding(files),
          tone: toneOfFileFinding(files),
          count,
        }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Box>
  );
}

/** Whether a log matches the finding. */
export function passesFinding({ finding, reception }: TestLog, word: FindingWord): boolean {
  return isFound(word, { finding, senderChanged: reception?.senderComparison === 'altered' });
}
