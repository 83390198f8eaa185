/** Why a request ended without a response. */

/**
 * - `timeout`: no response in time. A late one is still reported, see `SmppClient.submit`.
 * - `closed`: the session has ended or is unbinding.
 * - `not-bound`: this bind mode does not allow the request.
 * - `window-full`: the window has no free slot.
 * - `invalid`: the PDU cannot be encoded; `cause` is a PduError that names the field.
 * - `connect-failed`, `aborted`: the connection was never established.
 */
export type SmppErrorReason =
  | 'timeout'
  | 'closed'
  | 'not-bound'
  | 'window-full'
  | 'invalid'
  | 'connect-failed'
  | 'aborted';

export class SmppError extends Error {
  override readonly name = 'SmppError';
  readonly reason: SmppErrorReason;
  /** False: the PDU certainly never reached the socket, so a retry is safe. True: it may have reached the peer. */
  readonly written: boolean;

  constructor(
    reason: SmppErrorReason,
    message: string,
    details: { written?: boolean; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.written = details.written ?? false;
  }
}
