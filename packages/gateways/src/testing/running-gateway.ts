/** What the tests of a running gateway share: how they get one, what they send, how they wait. */
import type { OutboundMessage } from '../gateway-port.ts';
import type { RecordedHandlers } from './recorded-handlers.ts';
import type { GatewayRig } from './test-carrier.ts';

/** A gateway with its link up. */
export interface RunningGateway extends GatewayRig {
  readonly handlers: RecordedHandlers;
}
/** Without options the window is 4. */
export type Run = (options?: { window: number }) => Promise<RunningGateway>;

let made = 0;

/** A short message; its reference and text are fresh. */
export function shortMessage(fields: Partial<OutboundMessage> = {}): OutboundMessage {
  made += 1;
  const addresses = { from: '+12125550100', to: '+14155550123' };
  return { reference: `message ${made}`, ...addresses, text: `Hello ${made}`, media: [], ...fields };
}

/** Lets the event loop turn until `isSo`: for what a gateway learns from the wire and tells nobody. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
