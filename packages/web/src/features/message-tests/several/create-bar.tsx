/** The bar of Create several: gateways that hold up its messages, how long sending takes, what was created, and the button for the rest. */
import { Anchor, Button, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { LinkTrouble, useDownGateways } from '../../../directory/link-trouble.tsx';
import { byId } from '../../../directory/use-directory.ts';
import { counted } from '../../../ui/counted.ts';
import form from '../../../ui/form.module.css';
import type { ClientNames } from '../form/filled-message.ts';
import { shareOffices, useGatewayRoutes } from '../form/gateway-shares.ts';
import { LimitLines } from '../form/limit-lines.tsx';
import { longSendingTime, sendingTimeWords } from '../form/sending-time.ts';
import { useLimits } from '../form/use-limits.ts';
import type { PlannedTest } from './plan-tests.ts';
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
  readonly creating: Pick<Creating, 'isRunning' | 'calls' | 'ended'>;
  readonly onCreate: () => void;
  readonly onStartOver: () => void;
}

export function CreateBar(props: CreateBarProps) {
  const { ready, created, isDone, isRetry, isBlocked, clientName, partnerOf, creating } = props;
  const routes = useGatewayRoutes();
  const down = useDownGateways();
  const limits = useLimits();
  const { sendingTime, shares, sentAtOnce } = useMemo(() => {
    // Most tests share the list of the draft.
    const lists = new Set(ready.map(({ outgoing }) => outgoing.offices));
    const tests = ready.map(({ draft: { messageType, messageBody: body }, outgoing }) => ({
      messageType,
      body,
      outgoing,
      clientName,
    }));
    return {
      sendingTime: routes && longSendingTime(tests, routes),
      shares: routes && shareOffices('SMS', [...byId([...lists].flat()).values()], routes),
      sentAtOnce: ready.filter(({ draft }) => draft.testType === 'IMMEDIATE').map(({ outgoing }) => outgoing),
    };
  }, [ready, clientName, routes]);
  const { isRunning, ended, calls } = creating;
  const total = calls?.size ?? 0;
  return (
    <div className={form.bar}>
      {/* The gateways of these tests that cannot send (EVIDENCE-2). */}
      <div role="status" className={form.holdUps}>
        {down
          .filter((gateway) => shares?.has(gateway))
          .map((gateway) => (
            <LinkTrouble key={gateway.id} gateway={gateway} effect="messages wait" />
          ))}
      </div>
      <div role="status" className={form.holdUps}>
        {limits !== null && sentAtOnce.length > 0 && !isBlocked && (
          <LimitLines limits={limits} outgoings={sentAtOnce} testType="IMMEDIATE" partnerOf={partnerOf} />
        )}
      </div>
      <Text role="status" flex="1 1 220px" fw={550}>
        {sendingTime !== null && !isDone && !isBlocked && sendingTimeWords(sendingTime)}
        {isDone && !isRunning && (
          <>
            {counted(created, 'test')} created.{' '}
            <Anchor component={Link} inherit fw={450} underline="always" to="/tests">
              See them in Tests
            </Anchor>
          </>
        )}
      </Text>
      {isRunning && <progress className={form.progress} aria-label="Created" max={total} value={ended} />}
      <div className={form.buttons}>
        {created > 0 && !isRunning && (
          <Button variant="default" onClick={props.onStartOver}>
            Start over
          </Button>
        )}
        {(isRunning || ready.length > 0) && (
          <Button
            // Not disabled: a disabled button loses the focus.
            aria-disabled={isRunning || isBlocked}
            data-disabled={isRunning || isBlocked}
            aria-describedby="sum"
            onClick={props.onCreate}
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
