/** Writes single fields into a buffer. A value that does not fit is refused with the field's own status. */
import { PduError } from './pdu-error.ts';
import { type Field, TEXT } from './pdu-fields.ts';

/** The size of a string or octets without terminator or length; 0 if left out. @throws PduError if too long */
export function sizeOf(value: string | Buffer | undefined, field: Field): number {
  if (value === undefined) return 0;
  const size = value.length;
  if (size > (field.kind === TEXT ? field.max - 1 : field.max))
    throw new PduError(`${field.name} is too long: ${size} octets`, field.status);
  return size;
}

/** The octet to write; 0 if left out. @throws PduError if it is not an octet */
export function octetOf(value: number | undefined, field: Field): number {
  if (value === undefined) return 0;
  if ((value & 0xff) === value) return value;
  throw new PduError(`${field.name} is not an octet: ${String(value)}`, field.status);
}

/**
 * Writes a C-octet string and its terminator; returns the offset after it. A loop, because these strings are short and a call
 * of Buffer's latin1Write costs more than it saves.
 * @throws PduError for a NUL or a character outside Latin-1
 */
export function writeText(target: Buffer, offset: number, value: string | undefined, field: Field): number {
  let at = offset;
  if (value !== undefined)
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code === 0 || code > 0xff)
        throw new PduError(`${field.name} contains a NUL or a character outside Latin-1`, field.status);
      target[at] = code;
      at += 1;
    }
  target[at] = 0;
  return at + 1;
}

/** Writes a length octet and the octets; returns the offset after them. */
export function writeOctets(target: Buffer, offset: number, value: Buffer | undefined): number {
  const length = value === undefined ? 0 : value.length;
  target[offset] = length;
  if (value !== undefined && length > 0) target.set(value, offset + 1);
  return offset + 1 + length;
}

/** Writes an unsigned 32-bit number. */
export function writeWord(target: Buffer, offset: number, value: number): void {
  target[offset] = value >>> 24;
  target[offset + 1] = value >>> 16;
  target[offset + 2] = value >>> 8;
  target[offset + 3] = value;
}
