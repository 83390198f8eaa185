/** Buttons with counts that filter the executions by one value, or show all. */
import { Button, Group, type GroupProps, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import type { FileFinding } from '@textprobe/domain/file-classes';
import { describeFileFinding, fileFindingLabel, toneOfFileFinding } from '@textprobe/domain/file-finding';
import { describeFinding, type FindingWord, findingLabel, toneOfFinding } from '@textprobe/domain/finding';
import type { Tone } from '@textprobe/domain/verdict-tones';
import type { ComponentProps } from 'react';
import { ToneSign } from '../../ui/tone-sign.tsx';

interface ChipWords {
  readonly label: string;
  readonly about: string;
  readonly tone: Tone;
}

interface FilterChipsProps<T extends string> extends GroupProps {
  /** What the group filters. */
  readonly 'aria-label': string;
  readonly all: readonly [label: string, count: number];
  /** Those of zero are left out. */
  readonly counts: readonly (readonly [T, number])[];
  /** Hides the chips while there is only this value. */
  readonly usual?: T;
  readonly wordsOf: (value: T) => ChipWords;
  /** Null shows all. */
  readonly chosen: T | null;
  readonly onChoose: (value: T | null) => void;
}

export function FilterChips<T extends string>(props: FilterChipsProps<T>) {
  const { all, counts, usual, wordsOf, chosen, onChoose, ...group } = props;
  // The chosen value stays even at zero messages, so that the filter can be removed.
  const shown = counts.filter(([value, count]) => count > 0 || value === chosen);
  if (chosen === null && usual !== undefined && shown.every(([value]) => value === usual)) return null;
  return (
    <Group gap={8} role="group" {...group}>
      <Chip count={all[1]} isChosen={chosen === null} onClick={() => onChoose(null)}>
        {all[0]}
      </Chip>
      {shown.map(([value, count]) => {
        const { label, about, tone } = wordsOf(value);
        return (
          <Chip
            key={value}
            count={count}
            isChosen={chosen === value}
            leftSection={<ToneSign tone={tone} />}
            data-tip={about}
            data-tip-press
            onClick={() => onChoose(chosen === value ? null : value)}
          >
            {label}
          </Chip>
        );
      })}
    </Group>
  );
}

interface ChipProps extends ComponentProps<typeof Button<'button'>> {
  readonly count: number;
  readonly isChosen: boolean;
}

function Chip({ count, isChosen, children, ...button }: ChipProps) {
  return (
    <Button
      variant={isChosen ? 'light' : 'default'}
      size="compact-sm"
      radius="xl"
      fw={400}
      aria-pressed={isChosen}
      {...button}
    >
      {children}{' '}
      <Text span inherit fw={650} ml={4}>
        {figure(count)}
      </Text>
    </Button>
  );
}

/** How messages arrived. */
export const FINDING_CHIPS = {
  'aria-label': 'Show executions by how they arrived',
  wordsOf: (word: FindingWord): ChipWords => ({
    label: findingLabel(word).toLowerCase(),
    about: describeFinding(word),
    tone: toneOfFinding(word),
  }),
};

/** What became of the files of an MMS. */
export const FILE_CHIPS = {
  'aria-label': 'Show executions by what became of their files',
  wordsOf: (files: FileFinding): ChipWords => ({
    label: fileFindingLabel(files).toLowerCase(),
    about: describeFileFinding(files),
    tone: toneOfFileFinding(files),
  }),
};
