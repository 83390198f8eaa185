import { expect, test } from 'vitest';
import { findPairingCode, PAIRING_CODE_BYTES, spellPairingCode } from './pairing-code.ts';

const BYTES = Uint8Array.from({ length: PAIRING_CODE_BYTES }, (_one, index) => index * 27);
const CODE = 'PAIR-0VPHC-72XRK';

test('PAIR-2 a pairing code has 50 bits: ten characters of base 32', () => {
  expect(spellPairingCode(BYTES)).toBe(CODE);
  expect(spellPairingCode(Uint8Array.from(BYTES, (byte) => byte + 32))).toBe(CODE);
  expect(spellPairingCode(Uint8Array.from(BYTES, (byte) => byte + 1))).not.toBe(CODE);
});

test.each([
  [`Pairing of the Pixel: ${CODE} #A0RX0XCSDVV`],
  ['pair-0vphc-72xrk'],
  ['PAIR0VPHC72XRK'],
  ['Pair OVPHC 72XRK.'],
  ['PAIR–0VPHC–72XRK'],
  ['PAIR-\n0VPHC-\n72XRK'],
])('PAIR-2 finds the code as phones and people write it: %j', (text) => {
  expect(findPairingCode(text)).toBe(CODE);
});

test.each([
  [''],
  ['0VPHC-72XRK'],
  ['REPAIR-0VPHC-72XRK'],
  ['PAIR-0VPHC-72XR'],
  ['PAIR-0VPHC-72XRK9'],
  ['PAIR-0VPHC-72XRU'],
])('PAIR-2 finds none in %j', (text) => {
  expect(findPairingCode(text)).toBeNull();
});
