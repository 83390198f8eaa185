/** A gateway whose carrier takes so many messages a tick and no more; a test has the ticks come. */
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { createFakeGateway, type FakeGateway } from './fake-gateway.ts';

export interface PacedGateway {
  readonly gateway: Gateway;
  /** What went out, in order. */
  readonly submissions: FakeGateway['submissions'];
  /** Lets one tick's worth out. Resolves once it is: there must be so much waiting. */
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
