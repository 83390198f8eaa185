/**
 * Cuts a stream of octets into PDUs. A PDU that is complete in one chunk is returned as a view of it; only one that spans
 * chunks is copied, once, into a buffer of its own.
 */
import { ESME_RINVCMDLEN } from './command-status.ts';
import { PduError } from './pdu-error.ts';

/** The longest PDU accepted, in octets: message_payload may be 64 KiB, plus the fields around it. */
export const MAX_PDU_LENGTH = 0x10000 + 1024;

const LENGTH_OCTETS = 4;
const HEADER_OCTETS = 16;
const EMPTY = Buffer.alloc(0);

export interface Framer {
  /** Adds received octets. Take every frame with {@link next} before the next push. */
  push(chunk: Buffer): void;
  /**
   * The next complete PDU, or null until more octets arrive.
   * @throws PduError (ESME_RINVCMDLEN) for a command_length below 16 or over the limit. The framer cannot resynchronize:
   *   respond and close.
   */
  next(): Buffer | null;
  /** Like {@link next} without creating a view: if true, the PDU is in `taken` from `from` to `to`. */
  take(): boolean;
  readonly taken: Buffer;
  readonly from: number;
  readonly to: number;
  /** Whether a PDU is incomplete so far. */
  readonly isPartial: boolean;
}

export function createFramer(): Framer {
  let chunk: Buffer = EMPTY;
  let offset = 0;
  /** The PDU that spans chunks; only its length field until that is complete. */
  let partial: Buffer | null = null;
  let filled = 0;
  let taken: Buffer = EMPTY;
  let from = 0;
  let to = 0;

  function checkLength(length: number): number {
    if (length >= HEADER_OCTETS && length <= MAX_PDU_LENGTH) return length;
    const known = partial === null && chunk.length - offset >= HEADER_OCTETS;
    const sequence = known ? chunk.readUInt32BE(offset + 12) : 0;
    throw new PduError(
      `command_length ${length} is not between ${HEADER_OCTETS} and ${MAX_PDU_LENGTH}`,
      ESME_RINVCMDLEN,
      sequence,
    );
  }

  /** Copies from the chunk until `target` holds `upTo` octets; false if the chunk is used up first. */
  function fill(target: Buffer, upTo: number): boolean {
    const count = Math.min(upTo - filled, chunk.length - offset);
    chunk.copy(target, filled, offset, offset + count);
    filled += count;
    offset += count;
    return filled === upTo;
  }

  function takePartial(head: Buffer): boolean {
    let target = head;
    if (target.length === LENGTH_OCTETS) {
      if (!fill(target, LENGTH_OCTETS)) return false;
      target = Buffer.allocUnsafe(checkLength(head.readUInt32BE(0)));
      target.set(head);
      partial = target;
    }
    if (!fill(target, target.length)) return false;
    partial = null;
    taken = target;
    from = 0;
    to = target.length;
    return true;
  }

  function startPartial(length: number): boolean {
    partial = Buffer.allocUnsafe(length);
    filled = 0;
    fill(partial, length);
    chunk = EMPTY;
    offset = 0;
    return false;
  }

  function take(): boolean {
    if (partial) return takePartial(partial);
    const available = chunk.length - offset;
    if (available === 0) return false;
    if (available < LENGTH_OCTETS) return startPartial(LENGTH_OCTETS);
    const length = checkLength(chunk.readUInt32BE(offset));
    if (available < length) return startPartial(length);
    taken = chunk;
    from = offset;
    offset += length;
    to = offset;
    return true;
  }

  return {
    push(next) {
      chunk = next;
      offset = 0;
    },
    next: () => (take() ? taken.subarray(from, to) : null),
    take,
    get taken() {
      return taken;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    get isPartial() {
      return partial !== null;
    },
  };
}
