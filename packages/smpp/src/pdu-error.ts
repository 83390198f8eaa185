/** The error of encoding and decoding, with the status and sequence number to respond with. */

/** A PDU that cannot be encoded or decoded. */
export class PduError extends Error {
  override readonly name = 'PduError';
  /** The command_status to respond with, e.g. ESME_RINVCMDID. */
  readonly status: number;
  /** The sequence number of the faulty PDU; 0 if unknown. */
  readonly sequence: number;
  /** True if the faulty PDU is a response, which must not be answered. */
  readonly isResponse: boolean;

  constructor(message: string, status: number, sequence = 0, isResponse = false) {
    super(message);
    this.status = status;
    this.sequence = sequence;
    this.isResponse = isResponse;
  }
}
