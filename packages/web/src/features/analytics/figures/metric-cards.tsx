/** Cards with one figure each: name, value, what it counts, and its comparison with the previous period (ANALYTICS-3). */
import { Flex, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Figures } from '../../../api/analytics-bundle.ts';
import { type Compared, periodWords } from './compared-periods.ts';
import { type Compare, compareCounts, countWords } from './figure-words.ts';
import type { BundleState } from './use-bundle.ts';

type Value = number | null | undefined;

/** How a figure is compared and formatted. */
export interface Measure {
  /** Undefined: it failed to load. */
  readonly of: (figures: Figures) => Value;
  readonly compare: Compare;
  readonly words: (figure: Value) => string;
  /** Shown if the previous period has no figure. */
  readonly none: string;
}

export const COUNTS = { compare: compareCounts, words: countWords, none: countWords(0) };

export interface Card {
  readonly name: string;
  readonly value: Measure['of'];
  /** As the card shows it; default: as the comparison does. */
  readonly words?: Measure['words'];
  readonly measure: Measure;
  /** What is counted. */
  readonly note: (figures: Figures) => string;
}

interface MetricCardsProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly cards: readonly Card[];
  readonly state: Pick<BundleState, 'figures' | 'isLoading' | 'isOutdated'>;
  /** Whether loading failed: the values are zero or a dash, and must not be mistaken for counts. */
  readonly isFailed?: boolean;
  readonly compared: Compared | null;
  readonly children?: ReactNode;
}

export function MetricCards(props: MetricCardsProps) {
  const { title, about, cards, state, isFailed = false, compared, children } = props;
  const { figures, isLoading, isOutdated } = state;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="xs" id={id}>
        {title} {about}
      </Title>
      <Flex component="dl" wrap="wrap" gap="sm" m={0}>
        {cards.map(({ name, value, measure, words = measure.words, note }) => (
          <Paper key={name} withBorder px="md" py="sm" flex="1 1 160px" opacity={isOutdated ? 0.5 : 1}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz={24} lh="32px" fw={650}>
              {isLoading ? (
                <Skeleton height={20} width={72} my={6} radius="sm" aria-hidden />
              ) : (
                words(value(figures))
              )}
            </Text>
            <ComparedLine compared={compared} measure={measure} />
            <Text component="dd" size="xs" c="dimmed" m={0} mt="xs">
              {isFailed || (!isLoading && value(figures) === undefined) ? 'No data' : note(figures)}
            </Text>
          </Paper>
        ))}
      </Flex>
      {children}
    </section>
  );
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;
const TONES = { better: 'var(--tp-status-delivered)', worse: 'red', neutral: 'var(--tp-text)' } as const;

interface ComparedLineProps {
  /** Null without a period to compare with. */
  readonly compared: Compared | null;
  readonly measure: Measure;
}

export function ComparedLine({ compared, measure }: ComparedLineProps) {
  if (compared === null) return null;
  const { periods, isWaiting } = compared;
  const [now, before] = [measure.of(compared.now), measure.of(compared.before)];
  const comparison = measure.compare(now, before);
  const beforeWords = typeof before === 'number' ? measure.words(before) : measure.none;
  const Arrow = ARROWS[comparison?.direction ?? 'same'];
  return (
    <Text component="dd" size="xs" c="dimmed" m={0} mih={48}>
      {!isWaiting && (
        <>
          {periods.current !== null && (
            <Text span inherit display="block">
              Last 7 days:{' '}
              <Text span inherit fw={600} c="var(--tp-text)">
                {measure.words(now)}
              </Text>
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
        </>
      )}
    </Text>
  );
}
