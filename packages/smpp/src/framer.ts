/**
 * Cuts a stream of octets into PDUs. A PDU that lies whole in one chunk is handed out as a view of it; only one that
 * is split over chunks is copied, once, into a buffer of its own.
 */
import { ESME_RINVCMDLEN } from './command-status.ts';
import { PduError } from './pdu-error.ts';

/** The longest PDU taken unless told otherwise: message_payload may be 64 KiB, plus the fields around it. */
export const MAX_PDU_LENGTH = 0x10000 + 1024;

const LENGTH_OCTETS = 4;
const HEADER_OCTETS = 16;
const EMPTY = Buffer.alloc(0);

export interface Framer {
  /** Hands in the next octets. Take every frame out with {@link next} before the next push. */
  push(chunk: Buffer): void;
  /**
   * The next whole PDU, or null until more octets come.
   * @throws PduError (ESME_RINVCMDLEN) for a command_length below 16 or over the limit. The stream cannot be followed
   *   from there on: answer and close.
   */
  next(): Buffer | null;
  /** Whether a PDU has begun whose end has not come. */
  readonly isHalf: boolean;
}

/** @param maxLength the longest PDU to take, in octets. */
export function createFramer(maxLength: number = MAX_PDU_LENGTH): Framer {
  let chunk: Buffer = EMPTY;
  let offset = 0;
  /** The PDU being gathered over several chunks; only its length field until that is known. */
  let partial: Buffer | null = null;
  let filled = 0;

  function checkLength(length: number): number {
    if (length >= HEADER_OCTETS && length <= maxLength) return length;
    const known = partial === null && chunk.length - offset >= HEADER_OCTETS;
    const sequence = known ? chunk.readUInt32BE(offset + 12) : 0;
    throw new PduError(
      `command_length ${length} is not between ${HEADER_OCTETS} and ${maxLength}`,
      ESME_RINVCMDLEN,
      sequence,
    );
  }

  /** Copies from the chunk until `target` holds `upTo` octets; false where the chunk ran out. */
  function fill(target: Buffer, upTo: number): boolean {
    const count = Math.min(upTo - filled, chunk.length - offset);
    chunk.copy(target, filled, offset, offset + count);
    filled += count;
    offset += count;
    return filled === upTo;
  }

  function nextOfPartial(head: Buffer): Buffer | null {
    let target = head;
    if (target.length === LENGTH_OCTETS) {
      if (!fill(target, LENGTH_OCTETS)) return null;
      target = Buffer.allocUnsafe(checkLength(head.readUInt32BE(0)));
      target.set(head);
      partial = target;
    }
    if (!fill(target, target.length)) return null;
    partial = null;
    return target;
  }

  function startPartial(length: number): null {
    partial = Buffer.allocUnsafe(length);
    filled = 0;
    fill(partial, length);
    chunk = EMPTY;
    offset = 0;
    return null;
  }

  return {
    push(next) {
      chunk = next;
      offset = 0;
    },
    next() {
      if (partial) return nextOfPartial(partial);
      const available = chunk.length - offset;
      if (available === 0) return null;
      if (available < LENGTH_OCTETS) return startPartial(LENGTH_OCTETS);
      const length = checkLength(chunk.readUInt32BE(offset));
      if (available < length) return startPartial(length);
      offset += length;
      return chunk.subarray(offset - length, offset);
    },
    get isHalf() {
      return partial !== null;
    },
  };
}
