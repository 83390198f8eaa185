/** The lines about daily limits in the bar of a form (ACCT-11). */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Limits } from '@textprobe/contract/profile';
import type { TestType } from '@textprobe/contract/tests';
import { useMemo } from 'react';
import { nameOrId } from '../../../directory/labels.ts';
import { byId, partnersQuery } from '../../../directory/use-directory.ts';
import { limitLines, limitUses } from './daily-limits.ts';
import type { OutgoingPairs } from './outgoing-pairs.ts';

interface LimitLinesProps {
  readonly limits: Limits;
  readonly outgoings: readonly OutgoingPairs[];
  readonly testType: TestType;
  readonly partnerOf: (clientId: number) => number | undefined;
}

export function LimitLines({ limits, outgoings, testType, partnerOf }: LimitLinesProps) {
  const partners = useQuery(partnersQuery());
  const uses = useMemo(() => limitUses(limits, outgoings, partnerOf), [limits, outgoings, partnerOf]);
  const names = byId(partners.data ?? []);
  return limitLines(uses, testType, (id) => nameOrId('Partner', id, names)).map(({ text, isOver }) => (
    <Text key={text} mt={2} c={isOver ? 'var(--tp-danger)' : 'inherit'} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  ));
}
