/** Reads how long a video lasts from the head of its container. Nothing is decoded. */

/**
 * The length in milliseconds; null if the file does not declare it.
 * @param type one of `MEDIA_TYPES`
 */
export function videoLengthMs(type: string, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return type === 'video/avi' ? lengthOfAvi(view) : lengthOfIso(view);
  } catch (error) {
    // A cut or invalid file: a value lies beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** ISO/IEC 14496-12, 8.2.2: the movie header, `mvhd` in `moov`, has a time scale per second and a duration in its units. */
function lengthOfIso(view: DataView): number | null {
  const movie = findBox(view, 0, view.byteLength, 'moov');
  const header = movie && findBox(view, movie.from, movie.to, 'mvhd');
  if (header === null) return null;
  const isLong = view.getUint8(header.from) === 1;
  const scale = view.getUint32(header.from + (isLong ? 20 : 12));
  const units = isLong ? view.getBigUint64(header.from + 24) : BigInt(view.getUint32(header.from + 16));
  // All ones in the field: unknown.
  const unknown = 2n ** (isLong ? 64n : 32n) - 1n;
  return scale === 0 || units === 0n || units === unknown ? null : (Number(units) / scale) * 1_000;
}

/** The content of the first box of this name among those from `from` to `to`. */
function findBox(
  view: DataView,
  from: number,
  to: number,
  name: string,
): { from: number; to: number } | null {
  for (let at = from; at + 8 <= to; ) {
    const declared = view.getUint32(at);
    const isLong = declared === 1;
    const length = isLong ? Number(view.getBigUint64(at + 8)) : declared === 0 ? to - at : declared;
    if (length < 8) return null;
    if (nameAt(view, at + 4) === name) return { from: at + (isLong ? 16 : 8), to: Math.min(to, at + length) };
    at += length;
  }
  return null;
}

/** The main header, `avih`, comes first: microseconds per frame, and 16 bytes later the number of frames. */
function lengthOfAvi(view: DataView): number | null {
  const name = 24;
  if (nameAt(view, name) !== 'avih') return null;
  const frameUs = view.getUint32(name + 8, true);
  const frames = view.getUint32(name + 24, true);
  return frameUs === 0 || frames === 0 ? null : (frameUs * frames) / 1_000;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((nth) => view.getUint8(at + nth)));
}
