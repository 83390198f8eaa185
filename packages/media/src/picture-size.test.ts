import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { MediaType } from './media-type.ts';
import { createPictureMeter } from './picture-size.ts';
import { declaredGif, declaredJpeg, declaredPng, picture } from './testing/sample-files.ts';

function measure(type: MediaType, bytes: Buffer, chunk: number) {
  const meter = createPictureMeter(type);
  for (let at = 0; at < bytes.length; at += chunk) meter?.feed(bytes.subarray(at, at + chunk));
  return meter?.size;
}

describe.each(['jpeg', 'png', 'gif'] as const)('the size of a %s', (format) => {
  const type = `image/${format}` as const;

  test('is read from its header, however the bytes are chunked', async () => {
    const side = fc.integer({ min: 1, max: 300 });
    await fc.assert(
      fc.asyncProperty(side, side, fc.integer({ min: 1, max: 400 }), async (width, height, chunk) => {
        const bytes = await picture(format, width, height);
        expect(measure(type, bytes, chunk)).toEqual({ width, height });
      }),
      { numRuns: soakTimes(40) },
    );
  });

  test('is null before the header is complete', async () => {
    const bytes = await picture(format);
    expect(measure(type, bytes.subarray(0, 8), 3)).toBeNull();
  });
});

test('a JPEG with a color profile, EXIF and a progressive scan is read too', async () => {
  const bytes = await sharp(await picture('jpeg', 640, 481))
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'x'.repeat(30_000) } })
    .jpeg({ progressive: true })
    .toBuffer();
  for (const chunk of [1, 7, 4096, bytes.length]) {
    expect(measure('image/jpeg', bytes, chunk)).toEqual({ width: 640, height: 481 });
  }
});

test('five megabytes of metadata before the frame are skipped', () => {
  const bytes = declaredJpeg(4032, 3024, 5_000_000);
  expect(measure('image/jpeg', bytes, 65_536)).toEqual({ width: 4032, height: 3024 });
  expect(measure('image/jpeg', bytes, 1009)).toEqual({ width: 4032, height: 3024 });
});

test('a zero side, and a JPEG scan without a frame, have no size', () => {
  expect(measure('image/png', declaredPng(0, 10), 16)).toBeNull();
  expect(measure('image/gif', declaredGif(10, 0), 16)).toBeNull();
  expect(measure('image/jpeg', declaredJpeg(10, 0), 16)).toBeNull();
  expect(measure('image/jpeg', Buffer.from('ffd8ffda000cffc000110800100010', 'hex'), 4)).toBeNull();
});

test('never fails on a broken JPEG, and reads the same from any chunks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 500 }), (noise, chunk) => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), noise]);
      const whole = measure('image/jpeg', bytes, bytes.length);
      expect(measure('image/jpeg', bytes, chunk)).toEqual(whole);
    }),
    { numRuns: soakTimes(1000) },
  );
});
