/**
 * The spellings of one message id. Carriers answer a submit_sm in one spelling and write another into the receipt: hex
 * here and decimal there, upper case or padded with zeros. Whoever looks for the message tries them all.
 */

/** Longer digits are names, not numbers, whatever they look like. */
const MAX_NUMBER_LENGTH = 20;

/**
 * Every spelling of `id`, likeliest first and each once: as given; lower and upper case; without leading zeros; read
 * as decimal and written in hex; read as hex and written in decimal; and these padded to 8 hex or 10 decimal digits.
 */
export function messageIdVariants(id: string): string[] {
  const stripped = id.replace(/^0+(?=.)/, '');
  const variants = [
    id,
    id.toLowerCase(),
    id.toUpperCase(),
    stripped,
    stripped.toLowerCase(),
    stripped.toUpperCase(),
  ];
  if (stripped.length <= MAX_NUMBER_LENGTH) {
    if (/^\d+$/.test(stripped)) variants.push(...hexSpellings(BigInt(stripped)));
    if (/^[\da-f]+$/i.test(stripped)) variants.push(...decimalSpellings(BigInt(`0x${stripped}`)));
  }
  return [...new Set(variants)];
}

function hexSpellings(number: bigint): string[] {
  const hex = number.toString(16);
  const padded = hex.padStart(8, '0');
  return [hex, hex.toUpperCase(), padded, padded.toUpperCase()];
}

function decimalSpellings(number: bigint): string[] {
  const decimal = number.toString();
  return [decimal, decimal.padStart(10, '0')];
}
