/** Every concatenation method in every alphabet, there and back over the wire. */
import { splitSegments } from '@textprobe/domain/segments';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePdu, encode } from './codec.ts';
import { parseConcatenation } from './concatenation.ts';
import { decodeText } from './data-coding.ts';
import { type ArrivingPart, createPartJoiner } from './part-joiner.ts';
import type { SubmitSm } from './pdu.ts';
import {
  alphabets,
  concatenationMethods,
  isLatin1,
  type MessagePart,
  type SplitOptions,
  splitMessage,
} from './split-message.ts';
import { ESM_UDHI, messageBody } from './udh.ts';

const westernText = fc.string({ unit: fc.constantFrom(...'Ça va? «Grüße» ÿ¼ 0123\n'), maxLength: 900 });
const gsmText = fc.string({ unit: fc.constantFrom(...'Hello é@£€[]{}|^~\\\n'), maxLength: 900 });
const anyText = fc.oneof(westernText, gsmText, fc.string({ unit: 'grapheme', maxLength: 300 }));
const anyMethod: fc.Arbitrary<Required<SplitOptions>> = fc.record({
  uncutEnd: fc.constant(0),
  concatenation: fc.constantFrom(...concatenationMethods),
  alphabet: fc.constantFrom(...alphabets),
});
const anyRef = fc.integer({ min: 0, max: 0xffff });

/** A part after encoding and decoding. */
function arrived(part: MessagePart): ArrivingPart {
  const pdu = decodePdu(encode('submit_sm', 1, 0, part)) as SubmitSm;
  const concatenation = parseConcatenation(pdu);
  const payload = concatenation?.payload ?? messageBody(pdu).payload;
  return { source: '+12025550100', concatenation, payload, dataCoding: pdu.dataCoding };
}

describe('a split text', () => {
  it('is reassembled to the same text, whatever the method, the alphabet and the order', () => {
    const shuffled = fc
      .tuple(anyText, anyMethod, anyRef)
      .map(([text, options, ref]) => ({ text, parts: splitMessage(text, ref, options) }))
      .chain(({ text, parts }) =>
        fc.shuffledSubarray(parts, { minLength: parts.length }).map((order) => ({ text, parts, order })),
      );
    fc.assert(
      fc.property(shuffled, ({ text, parts, order }) => {
        const joiner = createPartJoiner();
        const joined = order.map((part) => joiner.add(arrived(part)));
        expect(joined.at(-1)?.text).toBe(text);
        expect(joined.slice(0, -1)).toEqual(parts.slice(1).map(() => null));
      }),
      { numRuns: soakTimes(500) },
    );
  });

  it('numbers its parts, under one reference', () => {
    fc.assert(
      fc.property(anyText, anyMethod, anyRef, (text, options, ref) => {
        const parts = splitMessage(text, ref, options);
        const expectedRef = options.concatenation === 'udh8' ? ref & 0xff : ref;
        const places = parts.map((part) => parseConcatenation(part));
        expect(places.map((place) => [place?.ref, place?.total, place?.part])).toEqual(
          parts.length === 1
            ? [[undefined, undefined, undefined]]
            : parts.map((_, index) => [expectedRef, parts.length, index + 1]),
        );
      }),
    );
  });

  it('fits the 140 octets of a short message, including a header that the SMSC adds', () => {
    fc.assert(
      fc.property(anyText, anyMethod, (text, options) => {
        for (const { shortMessage, dataCoding, esmClass } of splitMessage(text, 1, options)) {
          const header = esmClass === ESM_UDHI ? 1 + (shortMessage[0] ?? 0) : 0;
          const octets = shortMessage.length - header;
          expect(Math.ceil(dataCoding === 0 ? (octets * 7) / 8 : octets) + header).toBeLessThanOrEqual(140);
        }
      }),
    );
  });

  it.each([
    ['udh8', 'gsm', 'a', 153, 0],
    ['udh8', 'latin1', 'é', 134, 3],
    ['udh8', 'gsm', 'ж', 67, 8],
    ['udh16', 'gsm', 'a', 152, 0],
    ['udh16', 'latin1', 'é', 133, 3],
    ['udh16', 'latin1', 'ж', 66, 8],
    ['sar', 'gsm', 'a', 152, 0],
    ['sar', 'latin1', 'é', 133, 3],
    ['sar', 'gsm', 'ж', 66, 8],
  ] as const)(
    'with %s and %s holds this many %s per part: %i',
    (concatenation, alphabet, character, room, coding) => {
      const parts = splitMessage(character.repeat(2 * room), 1, { concatenation, alphabet });
      expect(parts).toHaveLength(2);
      expect(splitMessage(character.repeat(2 * room + 1), 1, { concatenation, alphabet })).toHaveLength(3);
      for (const part of parts) expect(part.dataCoding).toBe(coding);
      for (const { esmClass } of parts) expect(esmClass).toBe(concatenation === 'sar' ? 0 : ESM_UDHI);
    },
  );

  it('keeps the message code at its end together, in as many parts, as segments are counted', () => {
    const code = '#J7ABC0DEF1G';
    fc.assert(
      fc.property(anyText, anyMethod, (body, options) => {
        const parts = splitMessage(body + code, 1, { ...options, uncutEnd: code.length });
        expect(parts).toHaveLength(splitMessage(body + code, 1, options).length);
        const texts = parts.map((part) => {
          const { payload, dataCoding } = arrived(part);
          return decodeText(payload, dataCoding);
        });
        expect(texts.at(-1)?.slice(-code.length)).toBe(code);
        if (options.concatenation === 'udh8' && (options.alphabet === 'gsm' || !isLatin1(body)))
          expect(texts).toEqual(splitSegments(body + code));
      }),
      { numRuns: soakTimes(300) },
    );
    // An end that is longer than a part is cut like the rest.
    expect(splitMessage('a'.repeat(306), 1, { uncutEnd: 200 })).toHaveLength(2);
  });

  it('is sent unsplit in message_payload, unless it fits short_message', () => {
    const [whole, ...none] = splitMessage('a'.repeat(400), 1, { concatenation: 'payload' });
    expect(none).toEqual([]);
    expect(whole).toMatchObject({ esmClass: 0, dataCoding: 0, shortMessage: Buffer.alloc(0) });
    expect(whole?.tlvs?.get(0x0424)).toEqual(Buffer.alloc(400, 'a'));
    expect(splitMessage('a'.repeat(160), 1, { concatenation: 'payload' })).toEqual([
      { shortMessage: Buffer.alloc(160, 'a'), dataCoding: 0, esmClass: 0 },
    ]);
  });

  it.each(concatenationMethods)('with %s has at most 255 parts', (concatenation) => {
    const most = (concatenation === 'udh8' ? 153 : 152) * 255;
    expect(() => splitMessage('a'.repeat(most), 1, { concatenation })).not.toThrow();
    expect(() => splitMessage('a'.repeat(most + 1), 1, { concatenation })).toThrow(RangeError);
  });

  it('uses Latin-1 if that has every character, else UCS-2', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = splitMessage(text, 1, { alphabet: 'latin1' });
        for (const { dataCoding } of parts) expect(dataCoding).toBe(isLatin1(text) ? 3 : 8);
      }),
    );
    expect(splitMessage('é'.repeat(140), 1, { alphabet: 'latin1' })).toHaveLength(1);
    expect(splitMessage('5 €', 1, { alphabet: 'latin1' })[0]?.dataCoding).toBe(8);
    expect(splitMessage('\u0080', 1, { alphabet: 'latin1' })[0]?.dataCoding).toBe(8);
  });
});
