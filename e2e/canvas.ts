/** Reads pixels of charts. */
import type { Locator } from '@playwright/test';

/** Opaque colors with at least `minPixels` pixels, as `#rrggbb`. */
export function colorsOf(canvas: Locator, minPixels: number): Promise<string[]> {
  return canvas.evaluate((element, least) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d');
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      const color = `#${[...data.subarray(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count >= least).map(([color]) => color);
  }, minPixels);
}

/** The color at a point in CSS pixels, as it is on the screen: of a canvas or of any other picture. */
export async function colorAt(picture: Locator, x: number, y: number): Promise<string> {
  const png = await picture.screenshot({ scale: 'css' });
  return picture.evaluate(
    async (_element, { bytes, at }) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], { type: 'image/png' }),
      );
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = context?.getImageData(at.x, at.y, 1, 1).data ?? [];
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    },
    { bytes: png.toString('base64'), at: { x, y } },
  );
}

/** The rows, in CSS pixels from the top, with at least `minPixels` pixels of the color. */
export function rowsOf(canvas: Locator, color: string, minPixels: number): Promise<number[]> {
  return canvas.evaluate(
    (element, wanted) => {
      const { width, height, clientWidth } = element as HTMLCanvasElement;
      const context = (element as HTMLCanvasElement).getContext('2d');
      const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const parts = [1, 3, 5].map((at) => Number.parseInt(wanted.color.slice(at, at + 2), 16));
      const rows: number[] = [];
      for (let y = 0; y < height; y += 1) {
        let found = 0;
        for (let x = 0; x < width; x += 1) {
          const at = (y * width + x) * 4;
          if (parts.every((part, index) => Math.abs((data[at + index] ?? 0) - part) <= 2)) found += 1;
        }
        if (found >= wanted.least) rows.push(y * (clientWidth / width));
      }
      return rows;
    },
    { color, least: minPixels },
  );
}

/** The current value of a token of base.css as `#rrggbb`, because the build shortens colors. */
export async function token(canvas: Locator, name: string): Promise<string> {
  const color = await canvas.evaluate(
    (element, wanted) =>
      getComputedStyle(element.ownerDocument.documentElement).getPropertyValue(wanted).trim(),
    name,
  );
  return color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color;
}
