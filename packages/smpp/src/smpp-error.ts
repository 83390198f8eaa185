/** How a request ends that gets no answer. */

/**
 * - `timeout`: no answer in time. A late one is still told, see `SmppClient.submit`.
 * - `closed`: the session has ended, or is about to.
 * - `not-bound`: this bind does not allow the request.
 * - `window-full`: as many requests are unanswered as the window allows.
 * - `invalid`: the PDU cannot be written; `cause` is a PduError that names the field.
 * - `bad-response`: the answer could not be read.
 * - `connect-failed`, `aborted`: the connection never came about.
 */
export type SmppErrorReason =
  | 'timeout'
  | 'closed'
  | 'not-bound'
  | 'window-full'
  | 'invalid'
  | 'bad-response'
  | 'connect-failed'
  | 'aborted';

export class SmppError extends Error {
  override readonly name = 'SmppError';
  readonly reason: SmppErrorReason;
  /** False: the PDU surely never reached the socket, so it may be sent again. True: it may have reached the peer. */
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
