import sharp from 'sharp';
import { expect, test } from 'vitest';
import { differenceOf, squaresOf } from './picture-difference.ts';

/** A scene of sky, meadow and sun: gradients and edges, like a photo. */
function scene(sunX: number, width = 640, height = 480): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 64 48">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#135"/><stop offset="1" stop-color="#bdf"/></linearGradient></defs>
    <rect width="64" height="48" fill="url(#g)"/><rect y="32" width="64" height="16" fill="#362"/>
    <circle cx="${sunX}" cy="14" r="9" fill="#fd4"/></svg>`);
}

/** Renders it with the SVG decoder, which the product disables. */
async function png(sunX: number): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(scene(sunX)).png().toBuffer();
}

async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = [await squaresOf(a), await squaresOf(b)];
  if (first === null || second === null) throw new Error('it cannot be decoded');
  return differenceOf(first, second);
}

test('a downscaled and recompressed picture looks alike, another one does not', async () => {
  const sent = await png(14);
  const recoded = await sharp(sent).resize(200).jpeg({ quality: 40 }).toBuffer();
  expect(await difference(sent, sent)).toBe(0);
  expect(await difference(sent, recoded)).toBeLessThan(0.05);
  expect(await difference(sent, await png(50))).toBeGreaterThan(0.08);
  const mirrored = await sharp(sent).flop().png().toBuffer();
  expect(await difference(sent, mirrored)).toBeGreaterThan(0.2);
});

test('plain pictures of different colors differ', async () => {
  const plain = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  expect(await difference(await plain('#000'), await plain('#fff'))).toBe(1);
});

test('a truncated file or a file that is not a picture returns null', async () => {
  const whole = await sharp(await png(14))
    .jpeg()
    .toBuffer();
  expect(await squaresOf(whole.subarray(0, whole.length / 2))).toBeNull();
  expect(await squaresOf(Buffer.from('nothing'))).toBeNull();
});
