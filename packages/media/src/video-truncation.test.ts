import { expect, test } from 'vitest';
import { avi, box, isoVideo } from './testing/sample-files.ts';
import { isCutShort } from './video-truncation.ts';

const riff = (declared: number, bytes: number) => {
  const head = Buffer.from('RIFF    AVI LIST');
  head.writeUInt32LE(declared, 4);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};
const long = (declared: bigint, bytes: number) => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write('mdat', 4, 'latin1');
  head.writeBigUInt64BE(declared, 8);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};
const toTheEnd = Buffer.concat([isoVideo('isom'), Buffer.from('\0\0\0\0mdat and so on', 'latin1')]);

test.each([
  ['a video', 'video/mp4', isoVideo('isom', 5_000), false],
  ['a video without its last byte', 'video/mp4', isoVideo('isom', 5_000).subarray(0, -1), true],
  ['three fifths of a video', 'video/3gpp', isoVideo('3gp5', 5_000).subarray(0, 3_000), true],
  ['a video cut within the head of a box', 'video/mov', isoVideo('qt  ').subarray(0, 24), true],
  ['an old QuickTime video', 'video/mov', box('moov', Buffer.alloc(64)), false],
  [
    'a video with trailing zero bytes',
    'video/mp4',
    Buffer.concat([isoVideo('isom'), Buffer.alloc(5)]),
    false,
  ],
  ['a video whose last box extends to the end', 'video/mp4', toTheEnd, false],
  ['a box with a long length', 'video/mp4', long(116n, 100), false],
  ['a truncated box with a long length', 'video/mp4', long(117n, 100), true],
  ['a box cut within its long length', 'video/mp4', long(117n, 0).subarray(0, 12), true],
  ['an AVI', 'video/avi', avi(), false],
  ['an AVI written to a pipe', 'video/avi', riff(0xff_ff_ff_ff, 100), false],
  ['a truncated AVI', 'video/avi', riff(500, 100), true],
  ['the first bytes of an AVI', 'video/avi', riff(500, 100).subarray(0, 6), true],
  ['a picture', 'image/png', Buffer.from([1, 2, 3]), false],
])('%s: truncation is detected by the declared length', (_what, type, bytes, isCut) => {
  expect(isCutShort(type, bytes)).toBe(isCut);
});
