/** The two forms of a submission, batch and promise, each made from the other; and the one way in which an outcome is told. */
import type { Gateway, OnOutcome, OutboundMessage, SubmissionOutcome } from './gateway-port.ts';
import type { Log } from './log.ts';

/** `submit` for a gateway that has `submitBatch`. */
export function submitByBatch(submitBatch: Gateway['submitBatch']): Gateway['submit'] {
  return (message) =>
    new Promise((resolve) => submitBatch([message], (_message, outcome) => resolve(outcome)));
}

/**
 * `submitBatch` for a gateway of which each message takes a promise.
 * @param submit never rejects
 */
export function batchBySubmit(submit: Gateway['submit'], log: Log): Gateway['submitBatch'] {
  return (messages, onOutcome) => {
    for (const message of messages)
      void submit(message).then((outcome) => tellOutcome(log, message, outcome, onOutcome));
  };
}

/** Calls `onOutcome`. What it throws goes to the log: thrown on, it would end the carrier's session or the other messages of the batch. */
export function tellOutcome<M extends OutboundMessage>(
  log: Log,
  message: M,
  outcome: SubmissionOutcome,
  onOutcome: OnOutcome<M>,
): void {
  try {
    onOutcome(message, outcome);
  } catch (error) {
    log.error({ err: error, reference: message.reference }, 'The outcome of a message was not taken.');
  }
}
