/**
 * Detects truncated videos from the container alone: each part declares its length, so a last part that is shorter than
 * declared was cut off. Nothing is decoded; a complete video may still be unplayable.
 */

/** @param type one of `MEDIA_TYPES`; false for types that do not declare their length */
export function isCutShort(type: string, bytes: Uint8Array): boolean {
  if (!type.startsWith('video/')) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return type === 'video/avi' ? isChunkCut(view) : isLastBoxCut(view);
}

/** The header of a box: length and name, four bytes each. */
const BOX_HEAD = 8;

/** ISO/IEC 14496-12, 4.2: a sequence of boxes. Length 1: the next eight bytes are the length; 0: the box extends to the end. */
function isLastBoxCut(view: DataView): boolean {
  let at = 0;
  while (at < view.byteLength) {
    if (view.byteLength - at < BOX_HEAD) return !isPadding(view, at);
    const declared = view.getUint32(at);
    if (declared === 1 && view.byteLength - at < 2 * BOX_HEAD) return true;
    const length = declared === 1 ? Number(view.getBigUint64(at + BOX_HEAD)) : declared;
    // The box extends to the end, or this is not a box: the length is unknown.
    if (length < BOX_HEAD) return false;
    at += length;
  }
  return at > view.byteLength;
}

/** Zero bytes after the last box, as some cameras leave them. */
function isPadding(view: DataView, from: number): boolean {
  for (let at = from; at < view.byteLength; at += 1) if (view.getUint8(at) !== 0) return false;
  return true;
}

/** RIFF: `RIFF`, then the number of bytes that follow. A writer to a pipe cannot fill it in and leaves 0 or the maximum. */
function isChunkCut(view: DataView): boolean {
  if (view.byteLength < BOX_HEAD) return true;
  const declared = view.getUint32(4, true);
  return declared !== 0xff_ff_ff_ff && BOX_HEAD + declared > view.byteLength;
}
