/**
 * The GSM 7-bit default alphabet with its extension table (3GPP TS 23.038 sections 6.2.1 and 6.2.1.1), one septet per
 * octet: SMPP carries septets unpacked, the SMSC packs them. An extension character takes two septets, the escape first.
 */

const ESCAPE = 0x1b;

/** Indexed by septet. The no-break space is a placeholder for the escape, and never encoded. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u00a0ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension: ReadonlyArray<readonly [septet: number, character: string]> = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

/** UTF-16 unit → septet, with the escape in the upper octet for an extension character; -1 if not in the alphabet. */
const toSeptets = new Int16Array(0x10000).fill(-1);
for (let septet = 0; septet < basic.length; septet += 1) {
  if (septet !== ESCAPE) toSeptets[basic.charCodeAt(septet)] = septet;
}
const fromExtension = new Map(extension);
for (const [septet, character] of extension) toSeptets[character.charCodeAt(0)] = (ESCAPE << 8) | septet;

/** Whether GSM 03.38 has every character of the text. */
export function isGsm(text: string): boolean {
  return countSeptets(text) >= 0;
}

/** The length of the text in septets; -1 if it has a character outside GSM 03.38. */
function countSeptets(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const septets = toSeptets[text.charCodeAt(index)] as number;
    if (septets < 0) return -1;
    if (septets > 0xff) count += 1;
  }
  return count;
}

/** The text in septets, one per octet; null if it has a character outside GSM 03.38. */
export function encodeGsm(text: string): Buffer | null {
  // Most texts have no extension characters, so one pass is enough.
  const octets = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const septets = toSeptets[text.charCodeAt(index)] as number;
    if (septets < 0) return null;
    if (septets > 0xff) return encodeExtended(text);
    octets[index] = septets;
  }
  return octets;
}

function encodeExtended(text: string): Buffer | null {
  const count = countSeptets(text);
  if (count < 0) return null;
  const octets = Buffer.allocUnsafe(count);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const septets = toSeptets[text.charCodeAt(index)] as number;
    if (septets > 0xff) {
      octets[length] = ESCAPE;
      length += 1;
    }
    octets[length] = septets & 0xff;
    length += 1;
  }
  return octets;
}

/**
 * Decodes septets, one per octet. As in the standard, an escape before a septet without extension character is ignored, and
 * an escape at the end reads as a space. An octet above 0x7F reads as U+FFFD.
 */
export function decodeGsm(octets: Uint8Array): string {
  let text = '';
  for (let index = 0; index < octets.length; index += 1) {
    const octet = octets[index] ?? 0;
    if (octet !== ESCAPE) {
      text += basic[octet] ?? '\ufffd';
      continue;
    }
    const extended = fromExtension.get(octets[index + 1] ?? ESCAPE);
    if (extended !== undefined) {
      text += extended;
      index += 1;
    } else if (index + 1 === octets.length || octets[index + 1] === ESCAPE) {
      text += ' ';
    }
  }
  return text;
}
