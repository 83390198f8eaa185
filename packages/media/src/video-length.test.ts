import { expect, test } from 'vitest';
import { avi, box, isoVideo } from './testing/sample-files.ts';
import { videoLengthMs } from './video-length.ts';

/** A movie header of either version; time scale 600 per second. */
function movie(units: number | bigint, isLong = false): Buffer {
  const header = Buffer.alloc(isLong ? 112 : 100);
  header.writeUInt8(isLong ? 1 : 0);
  header.writeUInt32BE(600, isLong ? 20 : 12);
  if (isLong) header.writeBigUInt64BE(BigInt(units), 24);
  else header.writeUInt32BE(Number(units), 16);
  return box('moov', Buffer.concat([box('udta', Buffer.alloc(4)), box('mvhd', header)]));
}

function aviOf(frameUs: number, frames: number): Buffer {
  const head = Buffer.alloc(88);
  head.write('RIFF    AVI LIST    hdrlavih', 0, 'latin1');
  head.writeUInt32LE(frameUs, 32);
  head.writeUInt32LE(frames, 48);
  return head;
}

test.each([
  ['a video', 'video/mp4', Buffer.concat([isoVideo('isom', 500), movie(7_500)]), 12_500],
  ['a long movie header', 'video/3gpp', Buffer.concat([isoVideo('3gp5', 500), movie(1_500, true)]), 2_500],
  ['an AVI', 'video/avi', aviOf(40_000, 250), 10_000],
  ['a video without a movie header', 'video/mp4', isoVideo('isom', 500), null],
  ['a video of unknown length', 'video/mp4', movie(0xff_ff_ff_ff), null],
  ['a long video of unknown length', 'video/mp4', movie(2n ** 64n - 1n, true), null],
  ['a video cut within its movie header', 'video/mp4', movie(7_500).subarray(0, 40), null],
  ['an AVI without frames', 'video/avi', aviOf(40_000, 0), null],
  ['an AVI cut within its header', 'video/avi', avi().subarray(0, 20), null],
])('%s: the length is read from its header, if it is there', (_what, type, bytes, lengthMs) => {
  expect(videoLengthMs(type, bytes)).toBe(lengthMs);
});
