/** Which gateways with a link that is down keep messages of the test waiting (EVIDENCE-2). */
import { Alert, Box } from '@mantine/core';
import type { TestLog } from '@textprobe/contract/messages';
import { LinkTrouble, useDownGateways } from '../../directory/link-trouble.tsx';
import { counted } from '../../ui/counted.ts';

/** Above the outcome, one line for each gateway that is down while messages of the test wait for it. */
export function WaitingNotice({ logs }: { logs: readonly TestLog[] }) {
  const down = useDownGateways();
  const waiting = Map.groupBy(logs.filter(isWaiting), ({ submission }) => submission.gateway);
  const lines = down.flatMap((gateway) => {
    const count = waiting.get(gateway.name)?.length ?? 0;
    const effect = `${counted(count, 'message')} ${count === 1 ? 'waits' : 'wait'}`;
    return count === 0 ? [] : [<LinkTrouble key={gateway.id} gateway={gateway} effect={effect} withReason />];
  });
  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div role="status">
      {lines.length > 0 && (
        <Alert role="presentation" color="red" mb={12} py="xs">
          {lines}
        </Alert>
      )}
    </div>
  );
}

/** The same for one message. */
export function HoldUp({ log }: { log: TestLog }) {
  const gateway = useDownGateways().find(({ name }) => name === log.submission.gateway);
  if (!isWaiting(log) || gateway === undefined) return null;
  return (
    <Box mb={16}>
      <LinkTrouble gateway={gateway} effect="the message waits" withReason />
    </Box>
  );
}

function isWaiting({ submission }: TestLog): boolean {
  return submission.outcome === 'waiting';
}
