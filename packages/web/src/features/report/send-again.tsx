/** Makes a test of just the pairs of office and phone whose messages are listed (EVIDENCE-5). */
import { Button } from '@mantine/core';
import type { OfficePhonePair } from '@textprobe/contract/tests';
import { Link } from 'react-router';
import { counted } from '../../ui/counted.ts';
import type { Execution } from './execution-order.ts';

export function SendAgain({ testId, messages }: { testId: number; messages: readonly Execution[] }) {
  const pairs = pairsOf(messages);
  return (
    <Button
      variant="default"
      size="compact-sm"
      component={Link}
      to={`/create-tests?from=${testId}`}
      state={{ pairs }}
      data-tip={`Opens Create Test with ${counted(pairs.length, 'pair')} of office and phone`}
    >
      Send these again
    </Button>
  );
}

/** Each pair once: a pair occurs in every run. */
function pairsOf(messages: readonly Execution[]): OfficePhonePair[] {
  const pairs = new Map(
    messages.map(({ log: { officeID, phoneID } }) => [`${officeID} ${phoneID}`, { officeID, phoneID }]),
  );
  return [...pairs.values()];
}
