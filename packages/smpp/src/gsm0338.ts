/**
 * The GSM 7-bit default alphabet with its extension table (3GPP TS 23.038 sections 6.2.1 and 6.2.1.1), one septet an
 * octet: SMPP carries septets unpacked, the SMSC packs them. An extension character takes two septets, the first of
 * them the escape.
 */

const ESCAPE = 0x1b;

/** By septet. The escape's place holds a no-break space, which stands for nothing: no text contains it as a character. */
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

/** UTF-16 unit → septet; with the escape in the upper octet for an extension character; -1 for what GSM has not. */
const toSeptets = new Int16Array(0x10000).fill(-1);
for (let septet = 0; septet < basic.length; septet += 1) {
  if (septet !== ESCAPE) toSeptets[basic.charCodeAt(septet)] = septet;
}
const fromExtension = new Map(extension);
for (const [septet, character] of extension) toSeptets[character.charCodeAt(0)] = (ESCAPE << 8) | septet;

/** Whether the whole text can be written in GSM 03.38. */
export function isGsm(text: string): boolean {
  return countSeptets(text) >= 0;
}

/** How many septets the text takes; -1 where it has a character that GSM 03.38 has not. */
function countSeptets(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const septets = toSeptets[text.charCodeAt(index)] as number;
    if (septets < 0) return -1;
    if (septets > 0xff) count += 1;
  }
  return count;
}

/** The text in septets, one an octet; null where it has a character that GSM 03.38 has not. */
export function encodeGsm(text: string): Buffer | null {
  // Most texts hold nothing of the extension table: these take one look at each character.
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
 * Text of septets, one an octet. As the standard wants it, an escape before a septet that has no extension character
 * is passed over, and one at the end reads as a space. An octet above 0x7F is no septet and reads as U+FFFD.
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
