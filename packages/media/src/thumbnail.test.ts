import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { declaredJpeg, declaredPng, isoVideo, picture } from './testing/sample-files.ts';
import { makeThumbnail } from './thumbnail.ts';

const thumbnail = (bytes: Buffer, width = 64) => makeThumbnail(Readable.from([bytes]), width);

/** Reads the thumbnail with sharp, whose WebP decoder is enabled for that moment; throws if there is none. */
async function read(bytes: Buffer | null) {
  if (bytes === null) throw new Error('There is no thumbnail.');
  const operation = ['VipsForeignLoadWebp'];
  sharp.unblock({ operation });
  try {
    return { ...(await sharp(bytes).metadata()), dominant: (await sharp(bytes).stats()).dominant };
  } finally {
    sharp.block({ operation });
  }
}

test.each(['jpeg', 'png', 'gif'] as const)('a %s becomes a small WebP', async (format) => {
  const made = await read(await thumbnail(await picture(format, 640, 320)));
  expect(made).toMatchObject({ format: 'webp', width: 64, height: 32 });
});

test('a tall picture is limited by its height, and a small one is not enlarged', async () => {
  const tall = await thumbnail(await picture('png', 100, 400), 80);
  expect(await read(tall)).toMatchObject({ width: 20, height: 80 });
  const small = await thumbnail(await picture('png', 12, 8), 80);
  expect(await read(small)).toMatchObject({ width: 12, height: 8 });
});

test('a rotated picture is turned upright, and its location is removed', async () => {
  const turned = await sharp(await picture('jpeg', 200, 100))
    .withExif({ IFD0: { Copyright: 'the photographer' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(turned).metadata()).exif).toBeDefined();
  const made = await read(await thumbnail(turned, 100));
  expect(made).toMatchObject({ width: 50, height: 100 });
  expect(made.exif).toBeUndefined();
});

test('an animated GIF shows its first frame', async () => {
  const frame = (red: number, blue: number) => ({
    create: { width: 20, height: 20, channels: 3 as const, background: { r: red, g: 0, b: blue } },
  });
  const frames = [frame(255, 0), frame(0, 255)].map((input) => sharp(input).png().toBuffer());
  const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
  const made = await read(await thumbnail(moving, 20));
  expect(made).toMatchObject({ width: 20, height: 20 });
  expect(made.dominant.r).toBeGreaterThan(200);
});

test('a file that cannot be decoded has no thumbnail', async () => {
  const whole = await picture('jpeg', 300, 300);
  const corrupt = Buffer.from(await picture('png', 300, 300)).fill(0x5a, 60);
  expect(await thumbnail(Buffer.alloc(0))).toBeNull();
  expect(await thumbnail(Buffer.from('nothing like it'))).toBeNull();
  expect(await thumbnail(isoVideo('mp42'))).toBeNull();
  expect(await thumbnail(whole.subarray(0, whole.length / 2))).toBeNull();
  expect(await thumbnail(corrupt)).toBeNull();
  expect(await thumbnail(declaredPng(100, 100))).toBeNull();
  expect(await thumbnail(declaredJpeg(100, 100))).toBeNull();
});

test('a picture of more than 50 million pixels is not decoded', async () => {
  expect(await thumbnail(await picture('png', 10_001, 5_000))).toBeNull();
});

test.each([
  [
    'SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  ],
  ['WebP', await picture('webp')],
  [
    'TIFF',
    await sharp(await picture('png'))
      .tiff()
      .toBuffer(),
  ],
])('the %s decoder is disabled', async (_, bytes) => {
  expect(await thumbnail(bytes)).toBeNull();
});

test('a stream that fails or closes early rejects, unlike a corrupt picture', async () => {
  const fault = new Error('the storage failed');
  const failing = Readable.from(
    (async function* () {
      yield (await picture('jpeg')).subarray(0, 50);
      throw fault;
    })(),
  );
  await expect(makeThumbnail(failing, 64)).rejects.toBe(fault);

  const closed = Readable.from([await picture('jpeg')]);
  closed.destroy();
  await expect(makeThumbnail(closed, 64)).rejects.toThrow(/premature close/iu);
});

test('concurrent requests are read one at a time, and a failed one does not block the others', async () => {
  const bytes = await picture('png', 500, 500);
  let open = 0;
  let most = 0;
  async function* source(fails: boolean) {
    open += 1;
    most = Math.max(most, open);
    try {
      await new Promise(setImmediate);
      if (fails) throw new Error('failed');
      yield bytes;
    } finally {
      open -= 1;
    }
  }
  const requested = [false, true, false, false].map((fails) =>
    makeThumbnail(Readable.from(source(fails)), 10).catch(() => 'failed'),
  );
  expect((await Promise.all(requested)).map((made) => typeof made)).toEqual([
    'object',
    'string',
    'object',
    'object',
  ]);
  expect(most).toBe(1);
});
