/** What the tests of a running gateway share: how they get one, what they send and how they wait. */
import { onTestFinished } from 'vitest';
import type { Gateway, OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import { type RecordedHandlers, recordHandlers } from './recorded-handlers.ts';
import type { GatewayRig, RigOptions } from './test-carrier.ts';

export interface Submitting {
  submit(message: OutboundMessage): Promise<SubmissionOutcome>;
  /** In their order; each promise resolves to the outcome of one. */
  submitAll(messages: readonly OutboundMessage[]): Promise<SubmissionOutcome>[];
}

/** A gateway with its link up. */
export interface RunningGateway extends GatewayRig, Submitting {
  readonly handlers: RecordedHandlers;
}
/** Without options the window is 4. */
export type Run = (options?: RigOptions) => Promise<RunningGateway>;

/** Disposes of the rig when the test is over. */
export function endsWithTest<R extends GatewayRig>(rig: R): R {
  onTestFinished(rig.dispose);
  return rig;
}

/** The gateway started and its link up. */
export async function startRig<R extends GatewayRig>(
  rig: R,
): Promise<R & { readonly handlers: RecordedHandlers }> {
  const handlers = recordHandlers();
  rig.gateway.start(handlers);
  await handlers.until(() => handlers.calls > 0);
  return { ...rig, handlers };
}

let made = 0;

/** A short message; its reference and text are fresh. */
export function shortMessage(fields: Partial<OutboundMessage> = {}): OutboundMessage {
  made += 1;
  const addresses = { from: '+12125550100', to: '+14155550123' };
  return { reference: `message ${made}`, ...addresses, text: `Hello ${made}`, media: [], ...fields };
}

/**
 * Hands messages over as one batch; each promise resolves to the outcome of one.
 * @param onFault hears of an outcome that was told again, or of a message that was never handed over
 */
export function submitAll(
  gateway: Gateway,
  messages: readonly OutboundMessage[],
  onFault: (fault: string) => void,
): Promise<SubmissionOutcome>[] {
  const unheard = new Map<OutboundMessage, (outcome: SubmissionOutcome) => void>();
  const outcomes = messages.map(
    (message) => new Promise<SubmissionOutcome>((resolve) => unheard.set(message, resolve)),
  );
  gateway.submitBatch(messages, (message, outcome) => {
    const resolve = unheard.get(message);
    if (!unheard.delete(message)) onFault(`${message.reference}: ${JSON.stringify(outcome)}`);
    resolve?.(outcome);
  });
  return outcomes;
}

export function submit(gateway: Gateway, message: OutboundMessage): Promise<SubmissionOutcome> {
  return new Promise((resolve) => gateway.submitBatch([message], (_message, outcome) => resolve(outcome)));
}

/** Lets the event loop turn until `isSo`: for what a gateway learns from the wire and tells nobody. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
