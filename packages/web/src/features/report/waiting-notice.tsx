/** Which gateways with a link that is down keep messages of the test waiting (EVIDENCE-2). */
import type { TestLog } from '@textprobe/contract/messages';
import { useMemo } from 'react';
import { LinkTrouble, useDownGateways } from '../../directory/link-trouble.tsx';
import { counted } from '../../ui/counted.ts';
import detail from './execution-detail.module.css';
import classes from './report-screen.module.css';

/** Above the outcome, one line for each gateway that is down while messages of the test wait for it. */
export function WaitingNotice({ logs }: { logs: readonly TestLog[] }) {
  const down = useDownGateways();
  const waiting = useMemo(
    () => Map.groupBy(logs.filter(isWaiting), ({ submission }) => submission.gateway),
    [logs],
  );
  const lines = down.flatMap((gateway) => {
    const count = waiting.get(gateway.name)?.length ?? 0;
    const effect = `${counted(count, 'message')} ${count === 1 ? 'waits' : 'wait'}`;
    return count === 0 ? [] : [<LinkTrouble key={gateway.id} gateway={gateway} effect={effect} withReason />];
  });
  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div role="status" className={lines.length > 0 ? classes.waiting : ''}>
      {lines}
    </div>
  );
}

/** The same for one message. */
export function HoldUp({ log }: { log: TestLog }) {
  const gateway = useDownGateways().find(({ name }) => name === log.submission.gateway);
  if (!isWaiting(log) || gateway === undefined) return null;
  return (
    <div className={detail.sentence}>
      <LinkTrouble gateway={gateway} effect="the message waits" withReason />
    </div>
  );
}

function isWaiting({ submission }: TestLog): boolean {
  return submission.outcome === 'waiting';
}
