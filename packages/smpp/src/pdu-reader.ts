/** A stream of octets as a stream of PDUs, where a fault is a value: nothing a peer sends makes this throw. */
import { decodePduWithin } from './codec.ts';
import { createFramer } from './framer.ts';
import type { Pdu } from './pdu.ts';
import { PduError } from './pdu-error.ts';

export interface PduReader {
  /** Hands in the next octets. Take everything out with {@link next} before the next push. */
  push(chunk: Buffer): void;
  /** The next PDU, or what is wrong with it; null until more octets come. */
  next(): Pdu | PduError | null;
  /** True after a fault that leaves it unknown where the next PDU begins: nothing more can be read. */
  readonly isLost: boolean;
  /** How many whole PDUs have been taken out, readable or not. */
  readonly count: number;
  /** Whether the next PDU has begun and is not whole yet; to be asked once {@link next} has given null. */
  readonly isHalf: boolean;
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
    get isHalf() {
      return framer.isHalf;
    },
  };
}
