/**
 * What the command_status of a submit_sm_resp means for the message. Any status but ESME_ROK says that the carrier has
 * not taken it (SMPP 3.4 section 5.1.3), so the only question is whether another try may end otherwise.
 *
 * | status | meaning |
 * |---|---|
 * | ESME_ROK | accepted |
 * | ESME_RTHROTTLED, ESME_RMSGQFUL | busy: too much at once |
 * | ESME_RSYSERR, ESME_RX_T_APPN | busy: the carrier is not well; slowing down is right there too |
 * | ESME_RINVBNDSTS | busy: this session cannot send (any more), another one can |
 * | any other | refused for good |
 */
import {
  ESME_RINVBNDSTS,
  ESME_RMSGQFUL,
  ESME_ROK,
  ESME_RSYSERR,
  ESME_RTHROTTLED,
  ESME_RX_T_APPN,
} from '@textprobe/smpp/command-status';

export type AnswerKind = 'accepted' | 'busy' | 'refused';

const busy = new Set([ESME_RTHROTTLED, ESME_RMSGQFUL, ESME_RSYSERR, ESME_RX_T_APPN, ESME_RINVBNDSTS]);

export function kindOfAnswer(status: number): AnswerKind {
  if (status === ESME_ROK) return 'accepted';
  return busy.has(status) ? 'busy' : 'refused';
}
