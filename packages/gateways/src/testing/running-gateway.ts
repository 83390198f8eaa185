/** Helpers for tests of a running gateway: starting it, submitting messages and waiting. */
import { onTestFinished } from 'vitest';
import type { Gateway, OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import { type RecordedHandlers, recordHandlers } from './recorded-handlers.ts';
import type { GatewayRig, RigOptions } from './test-carrier.ts';

export interface Submitting {
  submit(message: OutboundMessage): Promise<SubmissionOutcome>;
  /** Returns one promise per message, in order. */
  submitAll(messages: readonly OutboundMessage[]): Promise<SubmissionOutcome>[];
}

/** A gateway with its link up. */
export interface RunningGateway extends GatewayRig, Submitting {
  readonly handlers: RecordedHandlers;
}
/** The default window is 4. */
export type Run = (options?: RigOptions) => Promise<RunningGateway>;

/** Disposes of the rig when the test ends. */
export function endsWithTest<R extends GatewayRig>(rig: R): R {
  onTestFinished(rig.dispose);
  return rig;
}

/** Starts the gateway and waits for its link. */
export async function startRig<R extends GatewayRig>(
  rig: R,
): Promise<R & { readonly handlers: RecordedHandlers }> {
  const handlers = recordHandlers();
  rig.gateway.start(handlers);
  await handlers.until(() => handlers.calls > 0);
  return { ...rig, handlers };
}

let made = 0;

/** A short message with a unique reference and text. */
export function shortMessage(fields: Partial<OutboundMessage> = {}): OutboundMessage {
  made += 1;
  const addresses = { from: '+12125550100', to: '+14155550123' };
  return { reference: `message ${made}`, ...addresses, text: `Hello ${made}`, media: [], ...fields };
}

/**
 * Submits messages as one batch and returns one promise per message.
 * @param onFault called for a duplicate outcome, or an outcome of a message that was not submitted
 */
export function submitAll(
  gateway: Gateway,
  messages: readonly OutboundMessage[],
  onFault: (fault: string) => void,
): Promise<SubmissionOutcome>[] {
  const pending = new Map<OutboundMessage, (outcome: SubmissionOutcome) => void>();
  const outcomes = messages.map(
    (message) => new Promise<SubmissionOutcome>((resolve) => pending.set(message, resolve)),
  );
  gateway.submitBatch(messages, (message, outcome) => {
    const resolve = pending.get(message);
    if (!pending.delete(message)) onFault(`${message.reference}: ${JSON.stringify(outcome)}`);
    resolve?.(outcome);
  });
  return outcomes;
}

export function submit(gateway: Gateway, message: OutboundMessage): Promise<SubmissionOutcome> {
  return new Promise((resolve) => gateway.submitBatch([message], (_message, outcome) => resolve(outcome)));
}

/** Runs the event loop until the condition holds: for changes that a gateway does not report. */
export async function turnsUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
