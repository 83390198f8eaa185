/** Cards with one figure each: name, value, what it counts, and its comparison with the previous period (ANALYTICS-3). */
import { Flex, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { useId } from 'react';
import type { Figures } from '../../../api/analytics-bundle.ts';
import { type Compared, periodWords } from './compared-periods.ts';
import { type Compare, compareCounts, countWords } from './figure-words.ts';
import type { BundleState } from './use-bundle.ts';

type Value = number | null | undefined;

export interface Measure {
  /** Undefined: it failed to load. */
  readonly of: (figures: Figures) => Value;
  readonly compare: Compare;
  readonly words: (figure: Value) => string;
  /** Shown if the previous period has no figure. */
  readonly none: string;
}

export const COUNTS = { compare: compareCounts, words: countWords, none: countWords(0) };

export interface Card extends Measure {
  readonly name: string;
  /** The card's own value and its format, where the comparison has others. */
  readonly value?: Measure['of'];
  readonly valueWords?: Measure['words'];
  readonly note: (figures: Figures) => string;
}

interface MetricCardsProps {
  readonly title: string;
  readonly about?: string;
  readonly cards: readonly Card[];
  readonly state: Pick<BundleState, 'figures' | 'isLoading' | 'isOutdated'>;
  /** Whether loading failed: the values are zero or a dash, and must not be mistaken for counts. */
  readonly isFailed?: boolean;
  readonly compared: Compared | null;
}

export function MetricCards({ title, about, cards, state, isFailed = false, compared }: MetricCardsProps) {
  const { figures, isLoading, isOutdated } = state;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="xs" id={id}>
        {title}
        <Text span inherit ml="xs" fw={400} c="dimmed">
          {about}
        </Text>
      </Title>
      <Flex component="dl" wrap="wrap" gap="sm" m={0}>
        {cards.map(({ name, value, valueWords, note, ...measure }) => {
          const shown = (value ?? measure.of)(figures);
          return (
            <Paper key={name} withBorder px="md" py="sm" flex="1 1 160px" opacity={isOutdated ? 0.5 : 1}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <Text component="dd" m={0} fz={24} lh="32px" fw={650}>
                {isLoading ? (
                  <Skeleton height={20} width={72} my={6} />
                ) : (
                  (valueWords ?? measure.words)(shown)
                )}
              </Text>
              <ComparedLine compared={compared} measure={measure} />
              <Text component="dd" size="xs" c="dimmed" m={0} mt="xs">
                {isFailed || (!isLoading && shown === undefined) ? 'No data' : note(figures)}
              </Text>
            </Paper>
          );
        })}
      </Flex>
    </section>
  );
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;
const TONES = {
  better: 'var(--tp-status-delivered)',
  worse: 'var(--tp-danger)',
  neutral: 'var(--tp-text)',
} as const;

interface ComparedLineProps {
  /** Null without a period to compare with. */
  readonly compared: Compared | null;
  readonly measure: Measure;
}

export function ComparedLine({ compared, measure: { of, compare, words, none } }: ComparedLineProps) {
  if (compared === null) return null;
  const { periods, isWaiting } = compared;
  const [now, before] = [of(compared.now), of(compared.before)];
  const comparison = compare(now, before);
  const beforeWords = typeof before === 'number' ? words(before) : none;
  const Arrow = ARROWS[comparison?.direction ?? 'same'];
  return (
    <Text
      component="dd"
      size="xs"
      c="dimmed"
      m={0}
      mih={48}
      style={{ visibility: isWaiting ? 'hidden' : 'visible' }}
    >
      {periods.current !== null && (
        <Text span inherit display="block">
          Last 7 days: <strong>{words(now)}</strong>
        </Text>
      )}
      {comparison === null ? (
        `${beforeWords} in ${periodWords(periods)}`
      ) : (
        <>
          <Text span inherit fw={600} c={TONES[comparison.tone]}>
            <Arrow size={12} aria-hidden /> {comparison.words}
          </Text>{' '}
          {comparison.than} {periodWords(periods)} ({beforeWords})
        </>
      )}
    </Text>
  );
}
