/** The one error that encoding and decoding throw: it says what to answer, and to which PDU. */

/** A PDU that cannot be read or written. */
export class PduError extends Error {
  override readonly name = 'PduError';
  /** The command_status to answer with, e.g. ESME_RINVCMDID. */
  readonly status: number;
  /** Of the faulty PDU; 0 where it cannot be known. */
  readonly sequence: number;
  /** True when the faulty PDU is itself a response, to which nothing may be answered. */
  readonly isResponse: boolean;

  constructor(message: string, status: number, sequence = 0, isResponse = false) {
    super(message);
    this.status = status;
    this.sequence = sequence;
    this.isResponse = isResponse;
  }
}
