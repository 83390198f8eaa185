import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePdu, encodePdu } from './codec.ts';
import type { Pdu } from './pdu.ts';
import { definitionOf } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { readByTable, tableLength, writeByTable } from './table-codec.ts';
import { arbitraryPdu } from './testing/arbitrary-pdu.ts';

const handWritten = ['submit_sm', 'deliver_sm', 'submit_sm_resp', 'deliver_sm_resp'];
const message = arbitraryPdu.filter(({ command }) => handWritten.includes(command));

const bodyByTable = (pdu: Pdu): Buffer => {
  const definition = definitionOf(pdu.command);
  const body = Buffer.alloc(tableLength(definition, pdu, pdu.status));
  if (body.length > 0) writeByTable(body, 0, definition, pdu);
  return body;
};

const faultOr = <T>(read: () => T): T | { status: number; message: string } => {
  try {
    return read();
  } catch (error) {
    if (error instanceof PduError) return { status: error.status, message: error.message };
    throw error;
  }
};

describe('the hand-written and the table codec', () => {
  it('encode messages and their responses alike', () => {
    fc.assert(
      fc.property(message, (pdu) => {
        expect(encodePdu(pdu).subarray(16).equals(bodyByTable(pdu))).toBe(true);
      }),
      { numRuns: soakTimes(500) },
    );
  });

  it('decode messages and their responses alike, intact, truncated or corrupted', () => {
    const corrupted = fc.tuple(
      message,
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(corrupted, ([pdu, cut, changes]) => {
        const whole = encodePdu(pdu);
        const frame = Buffer.from(whole.subarray(0, Math.max(16, whole.length - (cut % 40))));
        for (const [at, octet] of changes)
          if (frame.length > 16) frame[16 + (at % (frame.length - 16))] = octet;
        frame.writeUInt32BE(frame.length, 0);
        const byTable = faultOr(() => readByTable(definitionOf(pdu.command), frame));
        expect(faultOr(() => decodePdu(frame))).toEqual(byTable);
      }),
      { numRuns: soakTimes(2_000) },
    );
  });
});
