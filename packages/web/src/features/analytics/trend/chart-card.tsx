/** A card of the trend: its title, a note, and what it shows; also the props that all these cards take. */
import { Box, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import type { BundleState } from '../figures/use-bundle.ts';
import type { FilterChanges } from '../filters/analytics-address.ts';

export interface TrendProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly onFilter: (changes: FilterChanges) => void;
}

interface ChartCardProps {
  readonly title: string;
  /** The formula, or what is counted. */
  readonly note: ReactNode;
  readonly children: ReactNode;
}

export function ChartCard({ title, note, children }: ChartCardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" h="100%" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {note}
      </Text>
      {children}
    </Paper>
  );
}

/** Room for a chart, which misses a resize of the window during its first render (1 of 12 times) and would scroll the page sideways. */
export function ChartRoom({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <Box pos="relative" h={height} mb="sm" style={{ overflow: 'hidden' }}>
      {children}
    </Box>
  );
}
