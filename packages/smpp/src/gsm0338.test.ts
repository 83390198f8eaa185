import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './data-coding.ts';
import { decodeGsm, encodeGsm, isGsm } from './gsm0338.ts';
import { encodeUcs2 } from './ucs2.ts';

const alphabet = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(isGsm);

describe('GSM 03.38', () => {
  it('has 127 characters, and ten more in the extension table', () => {
    expect(alphabet).toHaveLength(137);
    expect(alphabet.filter((character) => encodeGsm(character)?.length === 2).join('')).toBe('\f[\\]^{|}~€');
  });

  it.each([
    ['@', 0x00],
    ['Ç', 0x09],
    ['Δ', 0x10],
    ['_', 0x11],
    ['É', 0x1f],
    [' ', 0x20],
    ['¤', 0x24],
    ['¡', 0x40],
    ['§', 0x5f],
    ['¿', 0x60],
    ['à', 0x7f],
  ])('encodes %s as septet %i', (character, septet) => {
    expect(encodeGsm(character)).toEqual(Buffer.of(septet));
  });

  it('decodes every text it encodes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet)), (characters) => {
        const text = characters.join('');
        expect(isGsm(text)).toBe(true);
        expect(decodeGsm(encodeGsm(text) ?? Buffer.of())).toBe(text);
      }),
    );
  });

  it('refuses a text with an unsupported character', () => {
    for (const text of ['ç', '“', '`', '\u00a0', '😀', 'Hello…']) {
      expect(isGsm(text)).toBe(false);
      expect(encodeGsm(text)).toBeNull();
    }
  });

  it('decodes unusual octets as the standard says', () => {
    expect(decodeGsm(Buffer.of(0x41, 0x1b))).toBe('A ');
    expect(decodeGsm(Buffer.of(0x1b, 0x41))).toBe('A');
    expect(decodeGsm(Buffer.of(0x1b, 0x1b, 0x65))).toBe(' €');
    expect(decodeGsm(Buffer.of(0x80))).toBe('\ufffd');
  });
});

describe('data_coding', () => {
  it.each([
    [0x00, Buffer.of(0x02, 0x1b, 0x65), '$€'],
    [0x01, Buffer.from('$_'), '$_'],
    [0x03, Buffer.of(0xe9), 'é'],
    [0x08, Buffer.of(0xd8, 0x3d, 0xde, 0x00), '😀'],
    [0x10, Buffer.of(0x02), '$'],
    [0x18, Buffer.of(0x00, 0x41), 'A'],
    [0xf0, Buffer.of(0x02), '$'],
    [0xf5, Buffer.of(0xe9), 'é'],
  ])('%i selects the alphabet', (dataCoding, octets, text) => {
    expect(decodeText(octets, dataCoding)).toBe(text);
  });

  it('never makes decoding throw, whatever the octets', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 0, max: 255 }), (octets, dataCoding) => {
        expect(typeof decodeText(Buffer.from(octets), dataCoding)).toBe('string');
      }),
    );
  });

  it('carries every UTF-16 text in UCS-2, even unpaired surrogates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(decodeText(encodeUcs2(text), 8)).toBe(text);
      }),
    );
  });

  it('drops an odd octet at the end of UCS-2', () => {
    expect(decodeText(Buffer.of(0x00, 0x41, 0x00), 8)).toBe('A');
  });
});
