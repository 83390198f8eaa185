/** The part of a file that a request asks for (RFC 9110 section 14): a video is fetched piece by piece. */

/** Byte positions, both ends included. */
interface AskedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header. Null: the whole file is to be sent, as no range, several, or one we cannot read was asked for.
 * @param size of the file, in bytes
 */
export function readRange(header: string | undefined, size: number): AskedRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    // The last so many bytes.
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
