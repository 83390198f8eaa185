/**
 * Interprets the end of a submit_sm for the part it carried: a response, in time or late, or none. Any status except ESME_ROK
 * means that the carrier has not accepted it (SMPP 3.4 section 5.1.3), so the only question is whether a retry may succeed.
 */
import {
  describeStatus,
  ESME_RINVBNDSTS,
  ESME_RMSGQFUL,
  ESME_ROK,
  ESME_RSYSERR,
  ESME_RTHROTTLED,
  ESME_RX_T_APPN,
} from '@textprobe/smpp/command-status';
import type { SubmitSmResp } from '@textprobe/smpp/pdu';
import { SmppError } from '@textprobe/smpp/session';
import type { Congestion } from '../pacing/congestion.ts';
import type { OpenLane } from './lanes.ts';
import type { PartState } from './part-states.ts';

/** A retry may succeed. Any other status refuses the message for good. */
const BUSY = new Set([
  // Rate limiting.
  ESME_RTHROTTLED,
  ESME_RMSGQFUL,
  // The carrier has a problem, for which slowing down is right too.
  ESME_RSYSERR,
  ESME_RX_T_APPN,
  // This session cannot send (any more), another one can.
  ESME_RINVBNDSTS,
]);

function kindOfAnswer({ status }: SubmitSmResp): 'accepted' | 'busy' | 'refused' {
  if (status === ESME_ROK) return 'accepted';
  return BUSY.has(status) ? 'busy' : 'refused';
}

/** @param at epoch milliseconds of the write or, if nothing was written, now */
export function stateOfEnd(
  end: SubmitSmResp | SmppError,
  at: number,
  { session, congestion }: OpenLane,
  random: () => number,
): PartState {
  if (!(end instanceof SmppError)) return stateOfAnswer(end, at, congestion, random);
  if (end.reason === 'invalid') return { kind: 'refused', at, error: `Not sent: ${end.message}.` };
  if (!end.written) return { kind: 'held', at, reason: end.message, retryAfterMs: 1_000 };
  if (end.reason === 'timeout') session.doubt();
  return { kind: 'lost', at, error: `The carrier’s answer was lost: ${end.message}.` };
}

function stateOfAnswer(
  answer: SubmitSmResp,
  at: number,
  congestion: Congestion,
  random: () => number,
): PartState {
  const kind = kindOfAnswer(answer);
  if (kind === 'accepted') {
    congestion.accepted();
    return { kind, at, providerId: answer.messageId };
  }
  const error = `The carrier answered: ${describeStatus(answer.status)}.`;
  if (kind === 'refused') return { kind, at, error };
  congestion.busy(at);
  // Spread over a second after the pause, so that deferred messages do not all return at once.
  const retryAfterMs = Math.round(congestion.pauseLeftMs() + 1_000 * random());
  return { kind: 'held', at, reason: error, retryAfterMs };
}

/**
 * A late response with a busy status does not refuse the message, and is too late for a retry: the message was reported as
 * unknown, or will be, and stays so.
 */
export function stateOfLateAnswer(answer: SubmitSmResp, at: number): PartState {
  const kind = kindOfAnswer(answer);
  if (kind === 'accepted') return { kind, at, providerId: answer.messageId };
  const error = `The carrier answered late: ${describeStatus(answer.status)}.`;
  return kind === 'refused' ? { kind, at, error } : { kind: 'lost', at, error };
}
