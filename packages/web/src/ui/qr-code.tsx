/** A text as a QR code. Dark on white in both color schemes: many cameras do not read the reverse. */
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules of white around the code, as the standard asks. */
const BORDER = 4;

export function QrCode({ text, title }: { readonly text: string; readonly title: string }) {
  // The screen renders every second.
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: BORDER }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      width={200}
      height={200}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ flex: 'none', fill: 'black', background: 'white', forcedColorAdjust: 'none' }}
    >
      <title>{title}</title>
      <path d={path} />
    </svg>
  );
}
