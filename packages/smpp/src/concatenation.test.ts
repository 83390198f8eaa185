import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConcatenation } from './concatenation.ts';
import { decodeText } from './data-coding.ts';
import { encodeGsm, isGsm } from './gsm0338.ts';
import { type MessagePart, splitMessage } from './split-message.ts';
import { TAG_SAR_MSG_REF_NUM, TAG_SAR_SEGMENT_SEQNUM, TAG_SAR_TOTAL_SEGMENTS } from './tlv.ts';
import { buildUdh, ESM_UDHI, messageBody, parseUdh } from './udh.ts';

const gsmText = fc.string({ unit: fc.constantFrom(...'Hello world 0123 é@£€[]{}|^~\\\n'), maxLength: 900 });
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** Decodes each part by itself, like a handset that shows parts as they arrive. */
const readParts = (parts: MessagePart[]) =>
  parts.map((part) => decodeText(messageBody(part).payload, part.dataCoding));

describe('a long message', () => {
  it('never splits a pair between parts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const piece of readParts(splitMessage(text, 1))) {
          if (text.isWellFormed()) expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
    const euros = readParts(splitMessage('€'.repeat(200), 1));
    expect(euros.map((piece) => piece.length)).toEqual([76, 76, 48]);
    const smiles = readParts(splitMessage('😀'.repeat(40), 1));
    expect(smiles.map((piece) => piece.length)).toEqual([66, 14]);
  });

  it('takes as many parts as filling 160/153 septets or 70/67 units character by character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitMessage(text, 0)).toHaveLength(countParts(text));
      }),
      { numRuns: soakTimes(500) },
    );
  });

  it.each([
    ['no text', '', 1, 0],
    ['160 septets', 'a'.repeat(160), 1, 0],
    ['161 septets', 'a'.repeat(161), 2, 0],
    ['306 septets', 'a'.repeat(306), 2, 0],
    ['307 septets', 'a'.repeat(307), 3, 0],
    ['80 extension characters', '€'.repeat(80), 1, 0],
    ['159 septets and an extension character', `${'a'.repeat(159)}€`, 2, 0],
    ['70 units', 'ж'.repeat(70), 1, 8],
    ['71 units', 'ж'.repeat(71), 2, 8],
    ['134 units', 'ж'.repeat(134), 2, 8],
    ['135 units', 'ж'.repeat(135), 3, 8],
  ])('of %s takes the fewest parts', (_what, text, count, dataCoding) => {
    const parts = splitMessage(text, 0);
    expect(parts).toHaveLength(count);
    for (const part of parts) {
      expect(part.dataCoding).toBe(dataCoding);
      expect(part.esmClass).toBe(count === 1 ? 0 : ESM_UDHI);
    }
  });
});

describe('the concatenation of a PDU', () => {
  it('is read from a 16-bit reference', () => {
    const header = buildUdh([
      { id: 0x05, data: Buffer.of(1, 2, 3, 4) },
      { id: 0x08, data: Buffer.of(0x12, 0x34, 3, 2) },
    ]);
    const pdu = { esmClass: ESM_UDHI, shortMessage: Buffer.concat([header, Buffer.from('text')]) };
    expect(parseConcatenation(pdu)).toEqual({ ref: 0x1234, total: 3, part: 2, payload: Buffer.from('text') });
  });

  it('is read from the sar parameters if there is no header', () => {
    const tlvs = new Map([
      [TAG_SAR_MSG_REF_NUM, Buffer.of(0x01, 0x02)],
      [TAG_SAR_TOTAL_SEGMENTS, Buffer.of(2)],
      [TAG_SAR_SEGMENT_SEQNUM, Buffer.of(1)],
    ]);
    const pdu = { esmClass: 0, shortMessage: Buffer.from('text'), tlvs };
    expect(parseConcatenation(pdu)).toEqual({ ref: 0x0102, total: 2, part: 1, payload: Buffer.from('text') });
  });

  it('is read from message_payload if short_message is empty', () => {
    const [part] = splitMessage('a'.repeat(200), 9);
    const pdu = {
      esmClass: ESM_UDHI,
      shortMessage: Buffer.alloc(0),
      tlvs: new Map([[0x0424, part?.shortMessage ?? Buffer.alloc(0)]]),
    };
    expect(parseConcatenation(pdu)).toMatchObject({ ref: 9, total: 2, part: 1 });
  });

  it.each([
    ['part 0', Buffer.of(5, 0, 3, 1, 2, 0)],
    ['a part past the last', Buffer.of(5, 0, 3, 1, 2, 3)],
    ['an element longer than its header', Buffer.of(5, 0, 9, 1, 2, 1)],
    ['a header longer than the message', Buffer.of(9, 0, 3, 1, 2, 1)],
    ['no octets at all', Buffer.of()],
  ])('is null for %s', (_what, shortMessage) => {
    expect(parseConcatenation({ esmClass: ESM_UDHI, shortMessage })).toBeNull();
  });

  it('leaves a malformed header in the text', () => {
    const shortMessage = Buffer.of(9, 0, 3, 1);
    expect(messageBody({ esmClass: ESM_UDHI, shortMessage })).toEqual({
      elements: [],
      payload: shortMessage,
    });
  });
});

describe('a user data header', () => {
  const elements = fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 255 }),
      data: fc.uint8Array({ maxLength: 20 }).map((octets) => Buffer.from(octets)),
    }),
    { maxLength: 6 },
  );

  it('parses back to its elements, and the text after it', () => {
    fc.assert(
      fc.property(elements, fc.uint8Array(), (list, text) => {
        const payload = Buffer.from(text);
        expect(parseUdh(Buffer.concat([buildUdh(list), payload]))).toEqual({ elements: list, payload });
      }),
    );
  });

  it('never makes the parser throw', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (octets) => {
        const parsed = parseUdh(Buffer.from(octets));
        expect(parsed === null || parsed.payload.length < octets.length).toBe(true);
      }),
    );
  });
});

/** Counts by filling one part after another with characters, independently of the octet-based code. */
function countParts(text: string): number {
  const gsm = isGsm(text);
  const [single, part] = gsm ? [160, 153] : [70, 67];
  const sizes = [...text].map((character) => (gsm ? (encodeGsm(character)?.length ?? 0) : character.length));
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
