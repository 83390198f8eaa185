/**
 * Folds the states of a message's parts into its outcome. Pure, and the same whether the last response was in time or late.
 *
 * | the parts | the message |
 * |---|---|
 * | all accepted | accepted |
 * | any refused | rejected: the phone can never reassemble it |
 * | the first certainly not accepted, so no other was written | deferred |
 * | a later one certainly not accepted | unknown: not refused, but a retry would deliver the first part twice |
 * | else, any response lost | unknown |
 *
 * Only the carrier rejects. What we could not submit in time is our own failure and does not count against the route.
 */
import type { AcceptedPart, SubmissionOutcome } from '../gateway-port.ts';

/** Instants are epoch milliseconds of the write to the wire. */
export type PartState =
  | { readonly kind: 'accepted'; readonly at: number; readonly providerId: string }
  | { readonly kind: 'refused'; readonly at: number; readonly error: string }
  /** Written, or perhaps written, without a response in time. */
  | { readonly kind: 'lost'; readonly at: number; readonly error: string }
  /** Certainly not accepted: not written, or answered busy. */
  | { readonly kind: 'held'; readonly at: number; readonly reason: string; readonly retryAfterMs: number };

/** @param states part by part, up to the last one attempted; at least the first. */
export function foldParts(states: readonly PartState[], parts: number): SubmissionOutcome {
  const first = states[0];
  if (!first) throw new RangeError('a message whose first part was not attempted has no outcome');
  if (first.kind === 'held')
    return { kind: 'deferred', reason: first.reason, retryAfterMs: first.retryAfterMs };

  const at = first.at;
  // The common case: one part, accepted.
  if (parts === 1 && first.kind === 'accepted')
    return { kind: 'accepted', at, parts: [{ part: 1, parts: 1, providerId: first.providerId }] };
  const accepted = acceptedParts(states, parts);
  const acceptedSoFar = accepted.length > 0 ? { parts: accepted } : {};
  const where = (state: PartState) => (parts === 1 ? '' : `Part ${states.indexOf(state) + 1} of ${parts}: `);

  const refused = states.find((state) => state.kind === 'refused');
  if (refused) return { kind: 'rejected', at, error: where(refused) + refused.error, ...acceptedSoFar };

  const held = states.find((state) => state.kind === 'held');
  if (held) {
    const error = `${where(held)}not submitted in time (${held.reason}), so the phone cannot reassemble the message.`;
    return { kind: 'unknown', at, error, ...acceptedSoFar };
  }

  const lost = states.find((state) => state.kind === 'lost');
  if (lost) return { kind: 'unknown', at, error: where(lost) + lost.error, ...acceptedSoFar };
  return { kind: 'accepted', at, parts: accepted };
}

function acceptedParts(states: readonly PartState[], parts: number): AcceptedPart[] {
  return states.flatMap((state, index) =>
    state.kind === 'accepted' ? [{ part: index + 1, parts, providerId: state.providerId }] : [],
  );
}
