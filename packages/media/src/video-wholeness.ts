/**
 * Whether a video was cut off on its way, told by its container alone: each part of one says how long it is, so a last
 * part that is shorter than it says was cut. Nothing is decoded; a video that is whole may still be unplayable.
 */

/** @param type as `MEDIA_TYPES` has it; of a kind that does not tell its length nothing is said */
export function isCutShort(type: string, bytes: Uint8Array): boolean {
  if (!type.startsWith('video/')) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return type === 'video/avi' ? isChunkCut(view) : isLastBoxCut(view);
}

/** What boxes begin with: their length and their name, four bytes each. */
const BOX_HEAD = 8;

/** ISO/IEC 14496-12, 4.2: one box after the other; a length of 1 is told by the next eight bytes, of 0 the box goes to the end. */
function isLastBoxCut(view: DataView): boolean {
  let at = 0;
  while (at < view.byteLength) {
    if (view.byteLength - at < BOX_HEAD) return !isPadding(view, at);
    const told = view.getUint32(at);
    if (told === 1 && view.byteLength - at < 2 * BOX_HEAD) return true;
    const length = told === 1 ? Number(view.getBigUint64(at + BOX_HEAD)) : told;
    // To the end, or no box: how long it was cannot be told.
    if (length < BOX_HEAD) return false;
    at += length;
  }
  return at > view.byteLength;
}

/** Zero bytes behind the last box, as some cameras leave them. */
function isPadding(view: DataView, from: number): boolean {
  for (let at = from; at < view.byteLength; at += 1) if (view.getUint8(at) !== 0) return false;
  return true;
}

/** RIFF: `RIFF`, and how many bytes follow. Who wrote to a pipe could not go back to say it: nothing, or the most there is. */
function isChunkCut(view: DataView): boolean {
  if (view.byteLength < BOX_HEAD) return true;
  const told = view.getUint32(4, true);
  return told !== 0xff_ff_ff_ff && BOX_HEAD + told > view.byteLength;
}
