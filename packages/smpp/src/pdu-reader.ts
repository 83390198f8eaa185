/** Turns a stream of octets into PDUs. Errors are returned as values: nothing a peer sends makes this throw. */
import { decodePduWithin } from './codec.ts';
import { createFramer } from './framer.ts';
import type { Pdu } from './pdu.ts';
import { PduError } from './pdu-error.ts';

export interface PduReader {
  /** Adds received octets. Take every PDU with {@link next} before the next push. */
  push(chunk: Buffer): void;
  /** The next PDU, or its error; null until more octets arrive. */
  next(): Pdu | PduError | null;
  /** True after a bad command_length: the next PDU boundary is unknown and nothing more can be read. */
  readonly isLost: boolean;
  /** How many complete PDUs have been taken, decodable or not. */
  readonly count: number;
  /** Whether the next PDU is incomplete so far; valid once {@link next} has returned null. */
  readonly isPartial: boolean;
}

export function createPduReader(): PduReader {
  const framer = createFramer();
  let isLost = false;
  let count = 0;

  function take(): boolean {
    isLost = true;
    const isWhole = framer.take();
    isLost = false;
    if (isWhole) count += 1;
    return isWhole;
  }

  return {
    push: framer.push,
    next() {
      if (isLost) return null;
      try {
        return take() ? decodePduWithin(framer.taken, framer.from, framer.to) : null;
      } catch (error) {
        if (error instanceof PduError) return error;
        throw error;
      }
    },
    get isLost() {
      return isLost;
    },
    get count() {
      return count;
    },
    get isPartial() {
      return framer.isPartial;
    },
  };
}
