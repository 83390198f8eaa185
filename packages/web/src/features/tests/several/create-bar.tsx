/** The bar of Create several: gateways that hold up its messages, how long sending takes, what was created, and the button for the rest. */
import { Button } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { LinkTrouble, useDownGateways } from '../../../directory/link-trouble.tsx';
import { byId } from '../../../directory/use-directory.ts';
import { counted } from '../../../ui/counted.ts';
import form from '../../../ui/form.module.css';
import type { ClientNames } from '../form/filled-message.ts';
import { type GatewayRoutes, shareOffices, useGatewayRoutes } from '../form/gateway-shares.ts';
import { LimitLines } from '../form/limit-lines.tsx';
import { longSendingTime, type Outgoing, sendingTimeWords } from '../form/sending-time.ts';
import { useLimits } from '../form/use-limits.ts';
import type { PlannedTest } from './plan-tests.ts';
import classes from './several.module.css';
import type { Creating } from './use-creating.ts';

interface CreateBarProps {
  readonly ready: readonly PlannedTest[];
  /** How many tests exist already. */
  readonly created: number;
  /** Whether nothing is left to create. */
  readonly isDone: boolean;
  readonly isRetry: boolean;
  /** Whether nothing can be created for now, as the sum above says. */
  readonly isBlocked: boolean;
  readonly clientName: ClientNames;
  readonly partnerOf: (clientId: number) => number | undefined;
  readonly creating: Pick<Creating, 'isRunning' | 'progress'>;
  readonly onCreate: () => void;
  readonly onStartOver: () => void;
}

export function CreateBar(props: CreateBarProps) {
  const { ready, created, isDone, isRetry, isBlocked, clientName, creating, onCreate, onStartOver } = props;
  const routes = useGatewayRoutes();
  const sendingTime = useMemo(
    () => (routes === null ? null : longSendingTime(outgoingOf(ready, clientName), routes)),
    [routes, ready, clientName],
  );
  const limits = useLimits();
  const sentAtOnce = useMemo(
    () => ready.filter(({ draft }) => draft.testType === 'IMMEDIATE').map(({ outgoing }) => outgoing),
    [ready],
  );
  const { isRunning } = creating;
  // Null before the first run, which sets it together with isRunning.
  const { ended, total } = creating.progress ?? { ended: 0, total: 0 };
  return (
    <div className={form.bar}>
      <HoldUps tests={ready} routes={routes} />
      <div role="status" className={form.holdUps}>
        {limits !== null && sentAtOnce.length > 0 && !isBlocked && (
          <LimitLines
            limits={limits}
            outgoings={sentAtOnce}
            testType="IMMEDIATE"
            partnerOf={props.partnerOf}
          />
        )}
      </div>
      <div role="status" className={classes.done}>
        {sendingTime !== null && !isDone && !isBlocked && sendingTimeWords(sendingTime)}
        {isDone && !isRunning && (
          <>
            {counted(created, 'test')} created. <Link to="/tests">See them in Tests</Link>
          </>
        )}
      </div>
      {isRunning && <progress className={form.progress} aria-label="Created" max={total} value={ended} />}
      <div className={form.buttons}>
        {created > 0 && !isRunning && (
          <Button variant="default" onClick={onStartOver}>
            Start over
          </Button>
        )}
        {(isRunning || ready.length > 0) && (
          <Button
            // Not disabled: a disabled button loses the focus.
            aria-disabled={isRunning || isBlocked}
            data-disabled={isRunning || isBlocked}
            aria-describedby="sum"
            onClick={onCreate}
          >
            {isRunning
              ? `Creating ${figure(Math.min(ended + 1, total))} of ${figure(total)}`
              : isRetry
                ? 'Retry the rest'
                : `Create ${counted(ready.length, 'test')}`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The gateways of these tests that cannot send (EVIDENCE-2). */
function HoldUps({ tests, routes }: { tests: readonly PlannedTest[]; routes: GatewayRoutes | null }) {
  const down = useDownGateways();
  const senders = useMemo(() => {
    // Most tests share the list of the draft.
    const lists = new Set(tests.map(({ outgoing }) => outgoing.offices));
    return [...byId([...lists].flat()).values()];
  }, [tests]);
  const shares = routes === null || down.length === 0 ? null : shareOffices('SMS', senders, routes);
  return (
    <div role="status" className={form.holdUps}>
      {down
        .filter((gateway) => shares?.has(gateway))
        .map((gateway) => (
          <LinkTrouble key={gateway.id} gateway={gateway} effect="messages wait" />
        ))}
    </div>
  );
}

function outgoingOf(tests: readonly PlannedTest[], clientName: ClientNames): Outgoing[] {
  return tests.map(({ draft: { messageType, messageBody }, outgoing }) => ({
    messageType,
    body: messageBody,
    outgoing,
    clientName,
  }));
}
