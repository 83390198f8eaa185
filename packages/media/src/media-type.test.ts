import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypeOf, MEDIA_TYPES, SNIFF_BYTES, sniffMediaType } from './media-type.ts';
import { picture, pngChunk, sampleFiles } from './testing/sample-files.ts';

test('there is a sample of every type', async () => {
  expect(new Set((await sampleFiles()).map(([, type]) => type))).toEqual(new Set(MEDIA_TYPES));
});

test('a PNG that begins with long metadata is still recognized', async () => {
  const png = await picture('png');
  const long = Buffer.concat([
    png.subarray(0, 33),
    pngChunk('zTXt', Buffer.alloc(9000, 1)),
    png.subarray(33),
  ]);
  expect(await sniffMediaType(long.subarray(0, SNIFF_BYTES))).toBe('image/png');
});

test('never throws, whatever the bytes', async () => {
  const heads = (await sampleFiles()).map(([, , bytes]) => bytes);
  const mangled = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), fc.nat(60), fc.nat(400))
    .map(([head, noise, at, end]) =>
      Buffer.concat([head.subarray(0, at), noise, head.subarray(at)]).subarray(0, end),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(mangled, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
      const type = await sniffMediaType(bytes);
      expect(type === null || MEDIA_TYPES.includes(type)).toBe(true);
    }),
    { numRuns: soakTimes(2000) },
  );
});

test('in HTTP, the two types that the specification names differently have their IANA names', () => {
  expect(contentTypeOf('video/mov')).toBe('video/quicktime');
  expect(contentTypeOf('video/avi')).toBe('video/vnd.avi');
  expect(contentTypeOf('image/jpeg')).toBe('image/jpeg');
});
