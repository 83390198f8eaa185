/** Writes single fields into a buffer that has room for them. Sending is strict: what does not fit is refused by the field's own status. */
import { PduError } from './pdu-error.ts';
import { type Field, TEXT } from './pdu-fields.ts';

/** How many octets a string or octets take, without their end or length; 0 where left out. @throws PduError where too long */
export function sizeOf(value: string | Buffer | undefined, field: Field): number {
  if (value === undefined) return 0;
  const size = value.length;
  if (size > (field.kind === TEXT ? field.max - 1 : field.max))
    throw new PduError(`${field.name} is too long: ${size} octets`, field.status);
  return size;
}

/** The octet to write; 0 where left out. @throws PduError for what is none */
export function octetOf(value: number | undefined, field: Field): number {
  if (value === undefined) return 0;
  if ((value & 0xff) === value) return value;
  throw new PduError(`${field.name} is no octet: ${String(value)}`, field.status);
}

/**
 * Writes a C-octet string and its end; returns the offset behind that. A loop, since these strings are short: a call to
 * Buffer's own latin1Write costs more than the octets it writes.
 * @throws PduError for a character that is no octet, or that is the end itself
 */
export function writeText(target: Buffer, offset: number, value: string | undefined, field: Field): number {
  let at = offset;
  if (value !== undefined)
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code === 0 || code > 0xff)
        throw new PduError(`${field.name} holds a character that SMPP cannot carry there`, field.status);
      target[at] = code;
      at += 1;
    }
  target[at] = 0;
  return at + 1;
}

/** Writes octets behind their length; returns the offset behind them. */
export function writeOctets(target: Buffer, offset: number, value: Buffer | undefined): number {
  const length = value === undefined ? 0 : value.length;
  target[offset] = length;
  if (value !== undefined && length > 0) target.set(value, offset + 1);
  return offset + 1 + length;
}

/** Writes an unsigned number of four octets. */
export function writeWord(target: Buffer, offset: number, value: number): void {
  target[offset] = value >>> 24;
  target[offset + 1] = value >>> 16;
  target[offset + 2] = value >>> 8;
  target[offset + 3] = value;
}
