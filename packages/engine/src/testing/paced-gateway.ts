/** A gateway whose carrier takes a fixed number of messages per tick; the test triggers the ticks. */
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { createFakeGateway, type FakeGateway } from './fake-gateway.ts';

export interface PacedGateway {
  readonly gateway: Gateway;
  /** Everything sent, in order. */
  readonly submissions: FakeGateway['submissions'];
  /** Sends one tick's worth. Resolves once it is sent, so that many messages must be waiting. */
  tick(): Promise<void>;
}

export function createPacedGateway(perTick: number): PacedGateway {
  const fake = createFakeGateway();
  let room = 0;
  let ticks = 0;
  const { name, sendsMms, start, stop, state } = fake;
  const gateway: Gateway = {
    name,
    sendsMms,
    start,
    stop,
    state,
    capacity: () => room,
    submitBatch(messages, onOutcome) {
      room -= messages.length;
      fake.submitBatch(messages, onOutcome);
    },
  };

  return {
    gateway,
    submissions: fake.submissions,
    tick() {
      ticks += 1;
      room += perTick;
      fake.handlers.onCapacity();
      return fake.submitted(ticks * perTick);
    },
  };
}
