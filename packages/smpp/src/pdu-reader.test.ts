import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePdu } from './codec.ts';
import { ESME_RINVCMDLEN } from './command-status.ts';
import { MAX_PDU_LENGTH } from './framer.ts';
import type { Pdu } from './pdu.ts';
import { PduError } from './pdu-error.ts';
import { createPduReader, type PduReader } from './pdu-reader.ts';
import { arbitraryPdu } from './testing/arbitrary-pdu.ts';

function takeAll(reader: PduReader): Array<Pdu | PduError> {
  const taken: Array<Pdu | PduError> = [];
  for (let next = reader.next(); next !== null; next = reader.next()) taken.push(next);
  return taken;
}

/** Cuts octets into pieces of the given lengths, in rotation. */
function pieces(octets: Buffer, lengths: readonly number[]): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0, turn = 0; at < octets.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    cut.push(octets.subarray(at, at + length));
    at += length;
  }
  return cut;
}

const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });

/** A valid header start, so that the body is reached, followed by random octets. */
const commandIds = [
  0, 1, 2, 4, 5, 6, 9, 0x15, 0x80000000, 0x80000001, 0x80000004, 0x80000005, 0x80000009, 0x103,
];
const almostPdu = fc
  .tuple(fc.constantFrom(...commandIds), fc.uint8Array({ minLength: 8, maxLength: 200 }))
  .map(([id, rest]) => {
    const frame = Buffer.concat([Buffer.alloc(8), rest]);
    frame.writeUInt32BE(frame.length, 0);
    frame.writeUInt32BE(id, 4);
    return frame;
  });

describe('the PDU reader', () => {
  it('reads the same PDUs however the stream is chunked', () => {
    fc.assert(
      fc.property(fc.array(arbitraryPdu, { maxLength: 8 }), lengths, (pdus, cuts) => {
        const reader = createPduReader();
        const read = pieces(Buffer.concat(pdus.map(encodePdu)), cuts).flatMap((piece) => {
          reader.push(piece);
          return takeAll(reader);
        });
        expect(read).toEqual(pdus);
      }),
      { numRuns: soakTimes(300) },
    );
  });

  it('never throws, whatever octets arrive', () => {
    const stream = fc.array(fc.oneof(fc.uint8Array({ maxLength: 100 }), almostPdu), { maxLength: 6 });
    fc.assert(
      fc.property(stream, lengths, (chunks, cuts) => {
        const reader = createPduReader();
        for (const piece of pieces(Buffer.concat(chunks), cuts)) {
          reader.push(piece);
          for (const read of takeAll(reader)) {
            expect(read instanceof PduError ? read.status : read.command).toBeTruthy();
          }
        }
      }),
      { numRuns: soakTimes(1_000) },
    );
  });

  it('continues after a PDU that it cannot decode', () => {
    fc.assert(
      fc.property(almostPdu, arbitraryPdu, (garbage, pdu) => {
        const reader = createPduReader();
        reader.push(Buffer.concat([garbage, encodePdu(pdu)]));
        expect(takeAll(reader)).toEqual([expect.anything(), pdu]);
        expect(reader.isLost).toBe(false);
      }),
    );
  });

  it.each([0, 4, 15, MAX_PDU_LENGTH + 1, 0xffffffff])('is lost after a command_length of %i', (length) => {
    for (const size of [1, 16]) {
      const reader = createPduReader();
      const header = Buffer.alloc(16);
      header.writeUInt32BE(length, 0);
      header.writeUInt32BE(77, 12);
      const read = pieces(header, [size]).flatMap((piece) => {
        reader.push(piece);
        return takeAll(reader);
      });
      expect(read).toHaveLength(1);
      // The sequence is known only if the whole header arrived in one chunk.
      expect(read[0]).toMatchObject({ status: ESME_RINVCMDLEN, sequence: size === 16 ? 77 : 0 });
      expect(reader.isLost).toBe(true);
    }
  });

  it('accepts a PDU as long as the limit', () => {
    const pdu: Pdu = {
      command: 'submit_sm_resp',
      sequence: 1,
      status: 0,
      messageId: 'A',
      tlvs: new Map([
        [0x0424, Buffer.alloc(0xffff, 7)],
        [0x1401, Buffer.alloc(999, 7)],
      ]),
    };
    const frame = encodePdu(pdu);
    expect(frame).toHaveLength(MAX_PDU_LENGTH);
    const reader = createPduReader();
    reader.push(frame);
    expect(takeAll(reader)).toEqual([pdu]);
  });
});
