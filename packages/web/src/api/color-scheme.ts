/**
 * The color scheme (light, dark or system): stored in local storage and set as an attribute that our CSS and Mantine read.
 * `public/color-scheme.js` sets it before first paint.
 */
export type ColorScheme = 'light' | 'dark' | 'auto';

const KEY = 'textprobe-color-scheme';

export function readColorScheme(): ColorScheme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function storeColorScheme(scheme: ColorScheme): void {
  if (scheme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
}
