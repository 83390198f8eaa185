/**
 * The possible spellings of one message id. Carriers return one spelling in submit_sm_resp and write another in the receipt:
 * hex or decimal, upper or lower case, with or without leading zeros. A lookup tries them all.
 */

/** Anything longer is treated as a name, even if it is all digits. */
const MAX_NUMBER_LENGTH = 20;

/**
 * Every spelling of `id`, most likely first, without duplicates: as given; lower and upper case; without leading zeros;
 * decimal converted to hex; hex converted to decimal; and these padded to 8 hex or 10 decimal digits.
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
