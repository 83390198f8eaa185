/** What the tests of a running gateway share: how they get one, what they send and in which form, how they wait. */
import type { Gateway, OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import type { RecordedHandlers } from './recorded-handlers.ts';
import type { GatewayRig, RigOptions } from './test-carrier.ts';

/** How messages are handed over: each by `submit`, or all of them by one `submitBatch`. */
export const SUBMISSION_FORMS = ['promise', 'batch'] as const;
export type SubmissionForm = (typeof SUBMISSION_FORMS)[number];

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

let made = 0;

/** A short message; its reference and text are fresh. */
export function shortMessage(fields: Partial<OutboundMessage> = {}): OutboundMessage {
  made += 1;
  const addresses = { from: '+12125550100', to: '+14155550123' };
  return { reference: `message ${made}`, ...addresses, text: `Hello ${made}`, media: [], ...fields };
}

/** @param onFault hears of an outcome that was told again, or of a message that was never handed over */
export function submittingBy(
  form: SubmissionForm,
  gateway: Gateway,
  onFault: (fault: string) => void,
): Submitting {
  const submitAll =
    form === 'promise'
      ? (messages: readonly OutboundMessage[]) => messages.map((message) => gateway.submit(message))
      : (messages: readonly OutboundMessage[]) => submitBatch(gateway, messages, onFault);
  return {
    submitAll,
    submit(message) {
      const [outcome] = submitAll([message]);
      if (outcome === undefined) throw new Error('one message has one outcome');
      return outcome;
    },
  };
}

function submitBatch(
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

/** Lets the event loop turn until `isSo`: for what a gateway learns from the wire and tells nobody. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
