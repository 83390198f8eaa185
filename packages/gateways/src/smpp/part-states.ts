/**
 * How the parts of one message stand, and what that makes of the message. Pure, and the same whether the last answer
 * came in time or late.
 *
 * | the parts | the message |
 * |---|---|
 * | all accepted | accepted |
 * | any refused | rejected: the phone can never assemble it |
 * | the first surely not taken, so none written | deferred |
 * | a later one surely not taken | unknown: nobody refused it, and sent again its first part would arrive twice |
 * | else, any answer lost | unknown |
 *
 * Rejected is the carrier's word alone. What we could not hand over in time is our own doing, and counts against no route.
 */
import type { AcceptedPart, SubmissionOutcome } from '../gateway-port.ts';

/** Instants are epoch milliseconds of the write to the wire. */
export type PartState =
  | { readonly kind: 'accepted'; readonly at: number; readonly providerId: string }
  | { readonly kind: 'refused'; readonly at: number; readonly error: string }
  /** Written, or perhaps written, and not answered in time. */
  | { readonly kind: 'lost'; readonly at: number; readonly error: string }
  /** Surely not with the carrier: not written, or answered busy. */
  | { readonly kind: 'held'; readonly at: number; readonly reason: string; readonly retryAfterMs: number };

/** @param states part by part; a part after the last one tried is left out. At least the first must be there. */
export function foldParts(states: readonly PartState[], parts: number): SubmissionOutcome {
  const first = states[0];
  if (!first) throw new RangeError('a message whose first part was not tried has no outcome');
  if (first.kind === 'held')
    return { kind: 'deferred', reason: first.reason, retryAfterMs: first.retryAfterMs };

  const at = first.at;
  // Of one part, which nearly all have, and taken, which it nearly always is, nothing needs to be gathered.
  if (parts === 1 && first.kind === 'accepted')
    return { kind: 'accepted', at, parts: [{ part: 1, parts: 1, providerId: first.providerId }] };
  const accepted = acceptedParts(states, parts);
  const told = accepted.length > 0 ? { parts: accepted } : {};
  const where = (state: PartState) => (parts === 1 ? '' : `Part ${states.indexOf(state) + 1} of ${parts}: `);

  const refused = states.find((state) => state.kind === 'refused');
  if (refused) return { kind: 'rejected', at, error: where(refused) + refused.error, ...told };

  const held = states.find((state) => state.kind === 'held');
  if (held) {
    const error = `${where(held)}not submitted in time (${held.reason}), so the phone cannot assemble the message.`;
    return { kind: 'unknown', at, error, ...told };
  }

  const lost = states.find((state) => state.kind === 'lost');
  if (lost) return { kind: 'unknown', at, error: where(lost) + lost.error, ...told };
  return { kind: 'accepted', at, parts: accepted };
}

function acceptedParts(states: readonly PartState[], parts: number): AcceptedPart[] {
  return states.flatMap((state, index) =>
    state.kind === 'accepted' ? [{ part: index + 1, parts, providerId: state.providerId }] : [],
  );
}
