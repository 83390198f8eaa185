/** Numbered steps below each other, each with its state: a setup that leads from one to the next. */
import { Box, Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToneSign } from './tone-sign.tsx';

const STATES = {
  done: { label: 'Done', tone: 'arrived' },
  now: { label: 'Now', tone: 'moving' },
  later: { label: 'Later', tone: 'waiting' },
  waits: { label: 'Waiting for an administrator', tone: 'doubtful' },
} as const;

export type StepState = keyof typeof STATES;

export function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="ol" m={0} p={0} maw={720}>
      {children}
    </Box>
  );
}

interface StepProps {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly state: StepState;
  readonly children: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <Paper component="li" display="block" withBorder px="md" py="sm" mb="md">
      <Group justify="space-between" gap="0 md" mb={4}>
        <Title order={2}>
          {number}. {title}
        </Title>
        <Group gap={6} fz="sm" c="dimmed">
          <ToneSign tone={STATES[state].tone} size={16} />
          {STATES[state].label}
        </Group>
      </Group>
      <Stack
        gap="sm"
        c={state === 'later' || state === 'waits' ? 'dimmed' : 'inherit'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Stack>
    </Paper>
  );
}
