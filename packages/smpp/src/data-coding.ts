/** Decodes text by data_coding (SMPP 3.4 section 5.2.19, 3GPP TS 23.038 section 4). */
import { decodeGsm } from './gsm0338.ts';
import { decodeUcs2 } from './ucs2.ts';

/** The SMSC's default alphabet: assumed to be GSM 03.38, one septet per octet. */
export const CODING_DEFAULT = 0x00;
export const CODING_LATIN1 = 0x03;
export const CODING_UCS2 = 0x08;

/** GSM 03.38, UCS-2, or Latin-1 for everything else (ASCII, Latin-1, binary, unknown alphabets). */
function alphabetOf(dataCoding: number): 'gsm' | 'ucs2' | 'latin1' {
  if (dataCoding === CODING_DEFAULT) return 'gsm';
  if (dataCoding === CODING_UCS2) return 'ucs2';
  // 0x10 to 0x1F: a message class, with the alphabet in bits 3 and 2.
  if (dataCoding >> 4 === 0x1)
    return (['gsm', 'latin1', 'ucs2', 'latin1'] as const)[(dataCoding >> 2) & 3] ?? 'latin1';
  // 0xF0 to 0xFF: a message class; bit 2 set means 8-bit data, else the default alphabet.
  if (dataCoding >> 4 === 0xf) return dataCoding & 0x04 ? 'latin1' : 'gsm';
  return 'latin1';
}

/** Whether data_coding labels a text as UCS-2, with a message class or without. */
export const isUcs2 = (dataCoding: number): boolean => alphabetOf(dataCoding) === 'ucs2';

/** The text of a message's octets; remove a user data header first (`messageBody`). Never throws. */
export function decodeText(octets: Buffer, dataCoding: number): string {
  const alphabet = alphabetOf(dataCoding);
  if (alphabet === 'gsm') return decodeGsm(octets);
  return alphabet === 'ucs2' ? decodeUcs2(octets) : octets.toString('latin1');
}
